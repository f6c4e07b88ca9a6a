import type { ContentPart, JsonObjectSchema } from "../values/index.js";
import type { ToolCall } from "./tool-call.js";
import type { ToolResult } from "./tool-result.js";

/** A tool as a model is shown it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
}

/** One turn of a conversation, in the order they were taken. */
export type ModelMessage =
  | { readonly role: "user"; readonly content: string | readonly ContentPart[] }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      /**
       * The provider's own form of this turn, from `ModelReply.raw`: sent back as it is, because it holds what must not be lost
       * (signatures of thoughts, for example). Only the adapter that made it reads it.
       */
      readonly raw?: unknown;
    }
  /** The results of all calls of the turn before, in call order. */
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** What a model is asked. */
export interface ModelRequest {
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  /** What it may call; empty for a plain answer. */
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
  /** Tokens the reply may have at the most. Default: the adapter's. */
  readonly maxOutputTokens?: number;
}

/** Tokens that one request took, as the provider counted them. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a model answered. No tool calls: it has finished. */
export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Absent where the provider does not say. */
  readonly usage?: ModelUsage;
  /** Set when the reply was cut at its token limit. */
  readonly cutShort?: true;
  /** See `ModelMessage`. */
  readonly raw?: unknown;
}

/**
 * A language model that the host brings along: Collet never owns a client.
 *
 * `generate` rejects when the provider cannot be reached or refuses, and soon after its signal is aborted. What it resolves
 * to is checked before it is used: a model is as little trusted as what it writes.
 *
 * @example
 * const model: Model = {
 *   name: "my-model",
 *   generate: async ({ system, messages, tools, signal }) => callMyProvider({ system, messages, tools, signal }),
 * };
 */
export interface Model {
  /** As the provider calls it; what a `toolset` function decides by. */
  readonly name?: string;
  generate(request: ModelRequest): Promise<ModelReply>;
}
