import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { jsonProblem } from "../json-problem.js";
import { observeCall, sampleName } from "../observe-call.js";

/** Checks that the result of a call survives JSON, which approvals, events and recordings use. */
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
        "Return plain data: a date as an ISO string, a map as an object, a bigint as a string, bytes as base64, null instead of NaN or Infinity.",
    });
  });
}
