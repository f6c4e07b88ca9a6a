import { firstDifference, shown } from "../../first-difference.js";
import { recordedResult, withoutCwd } from "../../recording/index.js";
import { fileContents } from "../../test-workspace/index.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { type CallObservation, observeCall, sampleName } from "../observe-call.js";
import { pause } from "../within.js";

/** Milliseconds between the two runs, so that a time of day in an output differs. */
const PAUSE_MS = 5;

/** Checks that two runs with equal input on equal files return equal results and leave equal files. */
export async function checkDeterminism(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const [first, second] = await Promise.all([
      observeCall(tool, sample, options),
      pause(PAUSE_MS).then(() => observeCall(tool, sample, options)),
    ]);
    // A sample that does not end is reported by the check of the samples.
    if (first.result === undefined || second.result === undefined) return;
    const difference = firstDifference(comparable(first), comparable(second));
    if (difference === undefined) return;
    throw brokenPromise({
      tool,
      promise: "two runs with equal input and files return equal results.",
      seen: `for ${sampleName(sample)}, ${difference.path.slice(1)} was ${shown(difference.first)} in the first run and ${shown(difference.second)} in the second.`,
      remedy:
        "Sort values that have no order, and omit times, random names and ids. If that is not possible, declare metadata: { deterministic: false }.",
    });
  });
}

/** Returns the values that must be equal, without the path of the folder and the names of stored outputs, which always differ. */
function comparable({ result, after, root }: CallObservation): unknown {
  if (result === undefined) return undefined;
  try {
    return withoutCwd({ ...recordedResult(result, root), files: fileContents(after) }, root);
  } catch {
    // A value that is not JSON is reported by the check for JSON.
    return undefined;
  }
}
