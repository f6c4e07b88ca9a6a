import type { ToolResult } from "../../../contract/index.js";
import { shown } from "../../shown.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { type CallObservation, DEFAULT_CALL_MS, observeCall, sampleName } from "../observe-call.js";
import { requireNothingThrown } from "../require-nothing-thrown.js";

/** Every sample ends, with the outcome it is meant to have; without that the other checks would check nothing. */
export async function checkSamples(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const seen = await observeCall(tool, sample, options);
    requireNothingThrown(tool, seen, sampleName(sample));
    const { callMs = DEFAULT_CALL_MS } = options.limits ?? {};
    if (seen.result === undefined) {
      throw brokenPromise({
        tool,
        promise: "it does what its samples ask.",
        seen: `${sampleName(sample)} did not end within ${callMs} ms${notEnded(seen)}.`,
        remedy:
          "Make it end, give a sample that takes less time, or raise limits.callMs and the test's time limit.",
      });
    }
    if ((seen.result.status === "done") === (sample.fails === undefined)) return;
    throw brokenPromise({
      tool,
      promise: "it does what its samples ask.",
      seen: `${sampleName(sample)} ended as ${outcome(seen.result)}.`,
      remedy: remedyFor(seen.result, sample.fails === true),
    });
  });
}

function notEnded({ settled }: CallObservation): string {
  return settled ? "" : ", nor when it was aborted";
}

function outcome(result: ToolResult): string {
  return result.status === "done"
    ? `done: ${shown(result.result)}`
    : `${result.status} (${result.error.errorCode}): ${result.error.message}`;
}

function remedyFor({ status }: ToolResult, fails: boolean): string {
  if (fails) return "Take `fails` away, or throw a ToolError for this input.";
  if (status === "blocked-on-user" || status === "rejected-by-user") {
    return "Keep the sample inside the folder, or give permissions or approvals that let it run.";
  }
  return "Give samples with inputs and files that the tool can work with: describeTool(tool, runner, { files, samples: [{ input }] }); mark one that is meant to fail with fails: true.";
}
