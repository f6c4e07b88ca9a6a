/**
 * LangChain types that this adapter reads and writes, declared structurally: the package works without LangChain. A test
 * checks that each is assignable to LangChain's own type.
 */

/** Element of the list for `model.bindTools`. */
export interface LangChainTool {
  name: string;
  description?: string;
  /** JSON Schema of the input. */
  schema: Record<string, unknown>;
}

/** Piece of a message, as one of LangChain's standard content blocks. */
export type LangChainContent =
  | { type: "text"; text: string }
  | { type: "image"; mimeType: string; data: string }
  | { type: "file"; mimeType: string; data: string; metadata?: { filename: string } };

/** Answer to one call, from which LangChain creates a `ToolMessage`. */
export interface LangChainToolMessage {
  role: "tool";
  tool_call_id: string;
  name: string;
  status: "success" | "error";
  content: string | LangChainContent[];
  // LangChain's own type of such messages is open.
  [key: string]: unknown;
}

/** Part of an `AIMessage` that `parseToolCalls` reads. */
export interface LangChainReply {
  readonly tool_calls?: readonly object[] | undefined;
  readonly invalid_tool_calls?: readonly object[] | undefined;
}
