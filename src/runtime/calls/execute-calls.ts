import type { ToolCall, ToolResult } from "../../contract/index.js";
import { CallRun } from "../schedule/index.js";
import type { RunScope } from "../services/index.js";

/**
 * Takes calls through the whole pipeline. Returns exactly one result per call, in call order, in every case.
 *
 * Calls are prepared together, then submitted to the scheduler in call order: that order makes any run equivalent to
 * the sequential one.
 */
export async function executeCalls(
  calls: readonly ToolCall[],
  scope: RunScope,
): Promise<readonly ToolResult[]> {
  const run = new CallRun(scope);
  try {
    return await run.execute(calls);
  } finally {
    run.close();
  }
}
