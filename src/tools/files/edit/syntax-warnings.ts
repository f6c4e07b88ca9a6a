import type { ToolContext } from "../../../contract/index.js";
import { visibleText } from "../../visible-text.js";

/** The text of a file before and after a change. */
export interface ChangedText {
  readonly path: string;
  /** `undefined` for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Returns the errors of syntax that a change made, as warnings for the model; empty if the text had errors before, or if no parser is
 * available for the file. Never fails.
 */
export async function syntaxWarnings(
  { path, before, after }: ChangedText,
  { syntax, signal }: Pick<ToolContext, "syntax" | "signal">,
): Promise<readonly string[]> {
  if (syntax === undefined) return [];
  try {
    const found = await syntax.errors(path, after, signal);
    const [first] = found ?? [];
    if (found === undefined || first === undefined) return [];
    if (before !== undefined && (await syntax.errors(path, before, signal))?.length !== 0) return [];
    const places = found.map(({ line, column, message }) => `${line}:${column} ${message}`);
    const since = before === undefined ? "" : " The file had none before.";
    return [
      `The edit seems to have made an error of syntax in ${visibleText(path)}: ${places.join("; ")}.${since} Check the edit.`,
    ];
  } catch {
    return [];
  }
}
