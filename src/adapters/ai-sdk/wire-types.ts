import type { JsonValue, ToolResult } from "../../contract/index.js";

/**
 * AI SDK types that this adapter reads and writes, declared structurally: the package works without the SDK. A test checks
 * that each is assignable to the SDK's own type.
 */

/** Schema of a tool's input; accepts anything, because the runtime repairs and checks it. */
export interface AiSdkSchema<Value = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: Value };
    readonly types?: { readonly input: unknown; readonly output: Value };
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
export interface AiSdkRuntimeTool<Input = unknown, Output = unknown> {
  description?: string;
  inputSchema: AiSdkSchema<Input>;
  /** Returns whether the SDK must ask its user before it runs the call. */
  needsApproval: (input: Input, options: AiSdkCallOptions) => Promise<boolean>;
  execute: (input: Input, options: AiSdkCallOptions) => Promise<ToolResult<Output>>;
  toModelOutput: (options: { readonly output: ToolResult<Output> }) => AiSdkOutput;
}

/** Options that the SDK passes to a tool with a call. */
export interface AiSdkCallOptions {
  /** The id of the call. */
  readonly toolCallId: string;
  /** Aborts when the SDK's request ends early. */
  readonly abortSignal?: AbortSignal | undefined;
  /** Messages that led to the call, with the approvals of the SDK's user. */
  readonly messages?: readonly unknown[] | undefined;
}

/** Piece of a result. */
export type AiSdkContent =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename?: string };

/** Piece of a result that is an image or a file, in the form of AI SDK 7; version 6 refuses it. */
export interface AiSdkFile {
  type: "file";
  data: { type: "data"; data: string };
  mediaType: string;
  filename?: string;
}

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
  // A function in version 7, of its context; declared loosely for both versions.
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
  readonly toModelOutput?: unknown;
  readonly needsApproval?: unknown;
}
