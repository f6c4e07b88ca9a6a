/**
 * What was lost or changed on the way to a provider.
 *
 * - `tool-skipped`: the tool is not in the list; the provider would have refused the whole request because of it.
 * - `tool-renamed`: the provider refuses the tool's name, so the tool goes by another one.
 * - `parameter-renamed`: the same for the name of a parameter.
 * - `moved-to-description`: a constraint that the schema cannot hold is said in words; the runtime still enforces it.
 * - `dropped`: something without meaning for the input was left out.
 * - `not-strict`: the schema cannot be had in strict mode without a loss, so the tool goes without strict mode.
 *
 * Renamed tools and parameters get their own names back from `parseToolCalls(message, { tools })`.
 */
export interface ToolWarning {
  readonly type:
    | "tool-skipped"
    | "tool-renamed"
    | "parameter-renamed"
    | "moved-to-description"
    | "dropped"
    | "not-strict";
  readonly toolName: string;
  /** JSON Pointer into the tool's `inputSchema`; absent when the warning is about the whole tool. */
  readonly path?: string;
  readonly message: string;
}

/** What every `toTools` can be told. */
export interface ExportOptions {
  /** Told about every tool that was skipped or renamed and every constraint that moved into a description. */
  readonly onWarning?: (warning: ToolWarning) => void;
}
