import type { ToolResult } from "../../contract/index.js";
import { loadOnce } from "../../values/index.js";
import { readResumable } from "../host/read-results.js";
import type { ApprovalAnswers, RunScope } from "../services/index.js";

const loadContinuation = loadOnce(() => import("./continue-results.js"));

/**
 * Continues the blocked calls that have an answer; every other result is returned unchanged, in the same position.
 *
 * A blocked result contains everything needed to continue, so it may have been stored as JSON and read by another
 * process. An altered result is refused.
 */
export async function resumeCalls(
  givenResults: readonly ToolResult[],
  givenAnswers: ApprovalAnswers,
  scope: Omit<RunScope, "answers">,
): Promise<readonly ToolResult[]> {
  const resumable = readResumable(givenResults, givenAnswers);
  const { continueResults } = await loadContinuation();
  return continueResults(resumable, scope);
}
