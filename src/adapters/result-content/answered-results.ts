import type { ToolResult } from "../../contract/index.js";

/** Options of `toToolResults`. */
export interface ToToolResultsOptions {
  /**
   * Treatment of results that wait for a user. `"answer"` tells the model so, because providers require an answer to every
   * call before the conversation continues. `"omit"` omits them, for a host that resumes them first. Default `"answer"`.
   */
  readonly blocked?: "answer" | "omit";
}

/** Returns the results that are sent, in order. */
export function answeredResults(
  results: readonly ToolResult[],
  { blocked = "answer" }: ToToolResultsOptions,
): readonly ToolResult[] {
  return blocked === "answer" ? results : results.filter(({ status }) => status !== "blocked-on-user");
}
