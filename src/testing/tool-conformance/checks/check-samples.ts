import type { ToolResult } from "../../../contract/index.js";
import { shown } from "../../first-difference.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { type CallObservation, DEFAULT_CALL_MS, observeCall, sampleName } from "../observe-call.js";
import { requireNothingThrown } from "../require-nothing-thrown.js";

/** Checks that every sample ends with its expected outcome; otherwise the other checks would be meaningless. */
export async function checkSamples(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const seen = await observeCall(tool, sample, options);
    requireNothingThrown(tool, seen, sampleName(sample));
    const { callMs = DEFAULT_CALL_MS } = options.limits ?? {};
    if (seen.result === undefined) {
      throw brokenPromise({
        tool,
        promise: "each sample ends with the expected outcome.",
        seen: `${sampleName(sample)} did not end within ${callMs} ms${notEnded(seen)}.`,
        remedy:
          "Make it end, use a sample that takes less time, or raise limits.callMs and the test's time limit.",
      });
    }
    if ((seen.result.status === "done") === (sample.fails === undefined)) return;
    throw brokenPromise({
      tool,
      promise: "each sample ends with the expected outcome.",
      seen: `${sampleName(sample)} ended as ${outcome(seen.result)}.`,
      remedy: remedyFor(seen.result, { fails: sample.fails === true }),
    });
  });
}

function notEnded({ settled }: CallObservation): string {
  return settled ? "" : ", even after it was aborted";
}

function outcome(result: ToolResult): string {
  return result.status === "done"
    ? `done: ${shown(result.result)}`
    : `${result.status} (${result.error.errorCode}): ${result.error.message}`;
}

function remedyFor({ status }: ToolResult, { fails }: { readonly fails: boolean }): string {
  if (fails) return "Remove `fails`, or throw a ToolError for this input.";
  if (status === "blocked-on-user" || status === "rejected-by-user") {
    return "Keep the sample inside the folder, or set permissions or approvals that let it run.";
  }
  return "Pass samples with inputs and files that the tool can process: describeTool(tool, runner, { files, samples: [{ input }] }); set fails: true for one that must fail.";
}
