import type { AiSdkToolMessage } from "./wire-types.js";

/** A piece of a turn, in whatever fields its type has. */
export interface AiSdkPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One message of a prompt. */
export type AiSdkMessage =
  | { role: "system"; content: string }
  | { role: "user" | "assistant"; content: AiSdkPart[] }
  | { role: "tool"; content: AiSdkPart[] | AiSdkToolMessage["content"] };

/** The request that `aiSdkModel` makes. */
export interface AiSdkModelRequest {
  prompt: AiSdkMessage[];
  tools?: { type: "function"; name: string; description?: string; inputSchema: Record<string, unknown> }[];
  maxOutputTokens?: number;
  abortSignal: AbortSignal;
}

/** What `aiSdkModel` reads of a reply, of either version of the specification. */
export interface AiSdkModelReply {
  readonly content: readonly { readonly type: string }[];
  readonly finishReason: string | { readonly unified: string };
  readonly usage: object;
}

/** A language model of the AI SDK, of version 2 or 3 of its specification: what a provider's package gives. */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string;
  readonly modelId: string;
  readonly provider: string;
  // The prompts of the versions differ, and each model takes its own.
  doGenerate(request: never): PromiseLike<AiSdkModelReply>;
}
