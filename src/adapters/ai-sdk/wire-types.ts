import type { JsonValue, ToolResult } from "../../contract/index.js";

/**
 * The shapes of the AI SDK that this adapter reads and writes, as plain types: the package works without it. A test checks
 * that each is assignable to the SDK's own type.
 */

/** The schema of a tool's input: takes anything, because the runtime repairs and checks it. */
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

/** A tool that the SDK shows a model and does not run. */
export interface AiSdkTool {
  description?: string;
  inputSchema: AiSdkSchema;
  /** What a tool without `execute` gives; anything. */
  outputSchema: AiSdkSchema;
}

/** A tool that runs in a runtime. */
export interface AiSdkRuntimeTool {
  description?: string;
  inputSchema: AiSdkSchema;
  execute: (input: unknown, options: AiSdkCallOptions) => Promise<ToolResult>;
  toModelOutput: (options: { readonly output: ToolResult }) => AiSdkOutput;
}

/** What the SDK tells a tool about a call. */
export interface AiSdkCallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** A piece of a result. */
export type AiSdkContent =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename?: string };

/** What a model reads of a result. */
export type AiSdkOutput =
  | { type: "text"; value: string }
  | { type: "json"; value: JsonValue }
  | { type: "content"; value: AiSdkContent[] }
  | { type: "error-text"; value: string }
  | { type: "execution-denied"; reason?: string };

/** The answer to one call. */
export interface AiSdkToolResult {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: AiSdkOutput;
}

/** The message that answers all calls of a turn. */
export interface AiSdkToolMessage {
  role: "tool";
  content: AiSdkToolResult[];
}

/** What `parseToolCalls` reads: a result of `generateText`, one of its messages, or parts of one. */
export type AiSdkReply =
  | { readonly toolCalls: readonly object[] }
  | { readonly role: "assistant"; readonly content: string | readonly object[] }
  | readonly { readonly type: string }[];

/** What `fromToolSet` reads of a tool. Left wide: the SDK's own types of input and output are of every kind. */
export interface AiSdkForeignTool {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly execute?: unknown;
  readonly toModelOutput?: unknown;
  readonly needsApproval?: unknown;
}
