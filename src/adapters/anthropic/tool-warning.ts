/**
 * What was lost on the way to the Messages API.
 *
 * - `tool-skipped`: the tool is not in the list; the API would have refused the whole request because of it.
 * - `moved-to-description`: a constraint that the schema cannot hold is said in words; the runtime still enforces it.
 * - `dropped`: something without meaning for the input was left out.
 */
export interface ToolWarning {
  readonly type: "tool-skipped" | "moved-to-description" | "dropped";
  readonly toolName: string;
  /** JSON Pointer into the tool's `inputSchema`; absent when the warning is about the whole tool. */
  readonly path?: string;
  readonly message: string;
}

/** Takes note of a change to a schema while it is rebuilt. */
export type SchemaReport = (change: {
  readonly type: "moved-to-description" | "dropped";
  readonly path: string;
  readonly message: string;
}) => void;
