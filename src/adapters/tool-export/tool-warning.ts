import type { KeysOf } from "../../values/index.js";

/**
 * Loss or change when a tool is sent to a provider.
 *
 * - `tool-skipped`: the tool is not in the list; the provider would have refused the whole request because of it.
 * - `tool-renamed`: the provider refuses the tool's name, so the tool is sent under another one.
 * - `parameter-renamed`: the same for the name of a parameter.
 * - `moved-to-description`: the description states a constraint that the schema cannot express; the runtime still enforces it.
 * - `dropped`: a keyword without meaning for the input was omitted.
 * - `not-strict`: the schema cannot be converted to strict mode without a loss, so the tool is sent without strict mode.
 *
 * `parseToolCalls(message, { tools })` restores the names of renamed tools and parameters.
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
  /** JSON Pointer into the tool's `inputSchema`; absent if the warning is about the whole tool. */
  readonly path?: string;
  readonly message: string;
}

/** Options of every `toTools`. */
export interface ExportOptions {
  /** Receives a warning for every tool that was skipped or renamed and every constraint that moved into a description. */
  readonly onWarning?: ((warning: ToolWarning) => void) | undefined;
}

/** The names of the options of every `toTools`. */
export const EXPORT_OPTION_NAMES = { onWarning: true } as const satisfies KeysOf<ExportOptions>;
