/**
 * The shapes of LangChain that this adapter reads and writes, as plain types: the package works without it. A test checks
 * that each is assignable to LangChain's own type.
 */

/** One element of what `model.bindTools` takes. */
export interface LangChainTool {
  name: string;
  description?: string;
  /** A JSON Schema. */
  schema: Record<string, unknown>;
}

/** A piece of a message, as LangChain's standard content blocks. */
export type LangChainContent =
  | { type: "text"; text: string }
  | { type: "image"; mimeType: string; data: string }
  | { type: "file"; mimeType: string; data: string; metadata?: { filename: string } };

/** The answer to one call: LangChain makes a `ToolMessage` of it. */
export interface LangChainToolMessage {
  role: "tool";
  tool_call_id: string;
  name: string;
  status: "success" | "error";
  content: string | LangChainContent[];
  // LangChain's own type of such messages is open.
  [key: string]: unknown;
}

/** What `parseToolCalls` reads of an `AIMessage`. */
export interface LangChainReply {
  readonly tool_calls?: readonly object[] | undefined;
  readonly invalid_tool_calls?: readonly object[] | undefined;
}
