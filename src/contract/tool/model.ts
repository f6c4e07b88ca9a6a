import type { ContentPart, JsonObjectSchema } from "../values/index.js";
import type { NativeForms } from "./native-forms.js";
import type { ToolCall, ToolResult } from "./tool-result.js";

/** A tool as a model sees it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  /** The tools of vendors that it implements. */
  readonly native?: NativeForms;
}

/** One message of a conversation, in conversation order. */
export type ModelMessage =
  | { readonly role: "user"; readonly content: string | readonly ContentPart[] }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      /**
       * The provider's format of this message, from `ModelReply.raw`: sent back unchanged, because it
       * contains data that must not be lost (signatures of thoughts, for example). Only the adapter that
       * created it reads it.
       */
      readonly raw?: unknown;
    }
  /** The results of all calls of the previous message, in call order. */
  | { readonly role: "tool"; readonly results: readonly ToolResult[] };

/** A request to a model. */
export interface ModelRequest {
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  /** The tools that the model may call; empty for a plain answer. */
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
  /** Maximum tokens of the reply. Default: the adapter's. */
  readonly maxOutputTokens?: number;
  /**
   * Receives the text of the reply while the model writes it, if the host wants to show it. A model that cannot stream does not
   * call it. The reply contains the whole text in both cases.
   */
  readonly onText?: (delta: string) => void;
}

/** Tokens of one request, as the provider counted them. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The reply of a model. Without tool calls, the model has finished. */
export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Absent if the provider does not report it. */
  readonly usage?: ModelUsage;
  /** Set if the reply was truncated at its token limit. */
  readonly truncated?: true;
  /** See `ModelMessage`. */
  readonly raw?: unknown;
}

/**
 * A language model that the host provides: Collet never owns a client.
 *
 * `generate` rejects when the provider cannot be reached or refuses, and soon after its signal is aborted.
 * The resolved value is validated before it is used: a model is as untrusted as its output.
 *
 * @example
 * const model: Model = {
 *   name: "my-model",
 *   generate: async ({ system, messages, tools, signal }) => callMyProvider({ system, messages, tools, signal }),
 * };
 */
export interface Model {
  /** The provider's name of the model; a `toolset` function decides by it. */
  readonly name?: string;
  generate(request: ModelRequest): Promise<ModelReply>;
}
