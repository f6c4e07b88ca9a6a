import type { ToolCall, ToolResult } from "../../contract/index.js";
import { loadOnce, shareEventLoop } from "../../values/index.js";
import type * as Schedule from "../schedule/index.js";
import type { RunScope } from "../services/index.js";
import { EarlyRun } from "./early-run.js";

/** Loads the pipeline of calls. A runtime begins when it is created, so that its first call need not wait. */
export const loadPipeline = loadOnce(() => import("../schedule/index.js"));

/** The pipeline once a run has started: only then do later runs start at once, so that none overtakes an earlier one. */
let pipeline: typeof Schedule | undefined;

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
  if (pipeline !== undefined) return runCalls(calls, scope, pipeline);
  const { runs } = scope.services;
  const early = new EarlyRun(calls, scope.services);
  const index = runs.add(early);
  try {
    pipeline = await loadPipeline();
  } finally {
    runs.remove(index);
  }
  return runCalls(calls, scope, pipeline, early);
}

async function runCalls(
  calls: readonly ToolCall[],
  scope: RunScope,
  { CallRun }: typeof Schedule,
  early?: EarlyRun,
): Promise<readonly ToolResult[]> {
  const run = new CallRun(scope);
  let results: readonly ToolResult[];
  try {
    const running = run.execute(calls, early?.admitted);
    early?.handOver(run);
    results = await running;
  } finally {
    run.close();
  }
  await shareEventLoop();
  return results;
}
