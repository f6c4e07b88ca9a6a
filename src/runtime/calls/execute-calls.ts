import type { ToolCall, ToolResult } from "../../contract/index.js";
import { CallRun } from "../schedule/index.js";
import type { RunScope } from "../services/index.js";

/**
 * Takes calls through the whole pipeline: exactly one result per call, in call order, whatever happens.
 *
 * Calls are prepared together, then handed to the scheduler in call order: that order is what makes any run equal to the
 * sequential one.
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
