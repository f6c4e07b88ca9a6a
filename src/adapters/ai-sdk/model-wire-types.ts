import type { AiSdkToolMessage } from "./wire-types.js";

/** Piece of a turn, with the fields of its type. */
export interface AiSdkPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Message of a prompt. */
export type AiSdkMessage =
  | { role: "system"; content: string }
  | { role: "user" | "assistant"; content: AiSdkPart[] }
  | { role: "tool"; content: AiSdkPart[] | AiSdkToolMessage["content"] };

/** Request that `aiSdkModel` sends. */
export interface AiSdkModelRequest {
  prompt: AiSdkMessage[];
  tools?: { type: "function"; name: string; description?: string; inputSchema: Record<string, unknown> }[];
  maxOutputTokens?: number;
  abortSignal: AbortSignal;
}

/** Part of a reply that `aiSdkModel` reads, in each version of the specification. */
export interface AiSdkModelReply {
  readonly content: readonly { readonly type: string }[];
  readonly finishReason: string | { readonly unified: string };
  readonly usage: object;
}

/** Language model of the AI SDK, of version 2, 3 or 4 of its specification, as a provider's package returns it. */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string;
  readonly modelId: string;
  readonly provider: string;
  // The prompts of the versions differ, and each model accepts its own.
  doGenerate(request: never): PromiseLike<AiSdkModelReply>;
  /** Streams a reply; `stream` is a `ReadableStream` of parts. */
  doStream?(request: never): PromiseLike<{ readonly stream: object }>;
}
