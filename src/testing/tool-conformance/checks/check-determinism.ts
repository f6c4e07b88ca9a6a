import { firstDifference } from "../../first-difference.js";
import { fileContents } from "../../place/index.js";
import { recordedResult, withoutCwd } from "../../recording/index.js";
import { shown } from "../../shown.js";
import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { type CallObservation, observeCall, sampleName } from "../observe-call.js";
import { pause } from "../within.js";

/** Milliseconds between the two runs: a time of day in an output is another one then. */
const PAUSE_MS = 5;

/** Two runs with equal input on equal files give equal results and leave equal files. */
export async function checkDeterminism(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  await eachSample(subject, async (sample) => {
    const [first, second] = await Promise.all([
      observeCall(tool, sample, options),
      pause(PAUSE_MS).then(() => observeCall(tool, sample, options)),
    ]);
    // A sample that does not end is reported where samples are checked.
    if (first.result === undefined || second.result === undefined) return;
    const difference = firstDifference(comparable(first), comparable(second));
    if (difference === undefined) return;
    throw brokenPromise({
      tool,
      promise: "two runs with equal input and files give the same.",
      seen: `for ${sampleName(sample)}, ${difference.path.slice(1)} was ${shown(difference.first)} first and ${shown(difference.second)} then.`,
      remedy:
        "Sort what comes in no order, and leave out times, random names and ids; or say that it cannot be: metadata: { deterministic: false }.",
    });
  });
}

/** What must be equal, with the folder's own path and names of stored outputs taken out: each run has others. */
function comparable({ result, after, root }: CallObservation): unknown {
  if (result === undefined) return undefined;
  try {
    return withoutCwd({ ...recordedResult(result, root), files: fileContents(after) }, root);
  } catch {
    // What has no JSON is found by the check for that.
    return undefined;
  }
}
