import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { jsonProblem } from "../json-problem.js";
import { observeCall, sampleName } from "../observe-call.js";

/** The result of a call is the same after it went through JSON: approvals, events and recordings do. */
export async function checkJson(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const { watch, result } = await observeCall(tool, sample, options);
    const problem = [...watch.outputs, result?.metadata]
      .map((value) => jsonProblem(value))
      .find((found) => found !== undefined);
    if (problem === undefined) return;
    throw brokenPromise({
      tool,
      promise: "its result is JSON.",
      seen: `for ${sampleName(sample)}, ${problem}.`,
      remedy:
        "Give plain data: a date as an ISO text, a map as an object, a bigint as a text, bytes as base64, null for a number that is none.",
    });
  });
}
