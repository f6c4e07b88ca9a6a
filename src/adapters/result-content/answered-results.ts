import type { ToolResult } from "../../contract/index.js";
import { requireOptions } from "../../values/index.js";
import { readableResults } from "./readable-results.js";

/** Options of `toToolResults`. */
export interface ToToolResultsOptions {
  /**
   * Treatment of results that wait for a user. `"answer"` tells the model so, because providers require an answer to every
   * call before the conversation continues. `"omit"` omits them, for a host that resumes them first. Default `"answer"`.
   */
  readonly blocked?: "answer" | "omit";
}

/**
 * Returns the results that are sent, in order.
 *
 * @param further - the names of the options that only one provider has
 * @throws TypeError for an unknown option, and for a result that cannot be sent, with its entry and field
 */
export function answeredResults(
  results: readonly ToolResult[],
  options: ToToolResultsOptions,
  further: Readonly<Record<string, true>> = {},
): readonly ToolResult[] {
  requireOptions("toToolResults", options, { blocked: true, ...further });
  const { blocked = "answer" } = options;
  const readable = readableResults(results);
  return blocked === "answer" ? readable : readable.filter(({ status }) => status !== "blocked-on-user");
}
