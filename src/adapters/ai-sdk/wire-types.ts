import type { JsonValue, ToolResult } from "../../contract/index.js";

/**
 * AI SDK types that this adapter reads and writes, declared structurally: the package works without the SDK. A test checks
 * that each is assignable to the SDK's own type.
 */

/** Schema of a tool's input; accepts anything, because the runtime repairs and checks it. */
export interface AiSdkSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly types?: { readonly input: unknown; readonly output: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** Tool that the SDK shows a model and does not run. */
export interface AiSdkTool {
  description?: string;
  inputSchema: AiSdkSchema;
  /** Schema of the output; accepts anything. */
  outputSchema: AiSdkSchema;
}

/** Tool that runs in a runtime. */
export interface AiSdkRuntimeTool {
  description?: string;
  inputSchema: AiSdkSchema;
  execute: (input: unknown, options: AiSdkCallOptions) => Promise<ToolResult>;
  toModelOutput: (options: { readonly output: ToolResult }) => AiSdkOutput;
}

/** Options that the SDK passes to a tool with a call. */
export interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** Piece of a result. */
export type AiSdkContent =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename?: string };

/** Output of a tool for a model. */
export type AiSdkOutput =
  | { type: "text"; value: string }
  | { type: "json"; value: JsonValue }
  | { type: "content"; value: AiSdkContent[] }
  | { type: "error-text"; value: string }
  | { type: "execution-denied"; reason?: string };

/** Answer to one call. */
export interface AiSdkToolResult {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: AiSdkOutput;
}

/** Message that answers all calls of a turn. */
export interface AiSdkToolMessage {
  role: "tool";
  content: AiSdkToolResult[];
}

/** Input of `parseToolCalls`: a result of `generateText`, one of its messages, or parts of one. */
export type AiSdkReply =
  | { readonly toolCalls: readonly object[] }
  | { readonly role: "assistant"; readonly content: string | readonly object[] }
  | readonly { readonly type: string }[];

/** Part of a tool that `fromToolSet` reads. Declared loosely, because the SDK's input and output types vary. */
export interface AiSdkForeignTool {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
  readonly toModelOutput?: unknown;
  readonly needsApproval?: unknown;
}
