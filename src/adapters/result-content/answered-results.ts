import type { ToolResult } from "../../contract/index.js";

/** How `toToolResults` answers. */
export interface ToToolResultsOptions {
  /**
   * What becomes of results that wait for a person. `"answer"` tells the model so; providers want an answer to every call
   * before the conversation goes on. `"omit"` leaves them out, for a host that resumes them first. Default `"answer"`.
   */
  readonly blocked?: "answer" | "omit";
}

/** The results that are sent, in order. */
export function answeredResults(
  results: readonly ToolResult[],
  { blocked = "answer" }: ToToolResultsOptions,
): readonly ToolResult[] {
  return blocked === "answer" ? results : results.filter(({ status }) => status !== "blocked-on-user");
}
