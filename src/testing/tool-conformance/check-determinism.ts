import { firstDifference } from "../first-difference.js";
import { fileContents } from "../place/index.js";
import { shown } from "../shown.js";
import { brokenPromise } from "./broken-promise.js";
import type { ConformanceSubject } from "./conformance-subject.js";
import { type CallObservation, observeCall, sampleName } from "./observe-call.js";
import { pause } from "./within.js";

/** Milliseconds between the two runs: a time of day in an output is another one then. */
const PAUSE_MS = 5;

/** Two runs with equal input on equal files give equal results and leave equal files. */
export async function checkDeterminism({ tool, samples, options }: ConformanceSubject): Promise<void> {
  for (const sample of samples) {
    const first = await observeCall(tool, sample, options);
    // A sample that does not end is reported where samples are checked.
    if (first.result === undefined) continue;
    await pause(PAUSE_MS);
    const second = await observeCall(tool, sample, options);
    const difference = firstDifference(comparable(first), comparable(second));
    if (difference === undefined) continue;
    throw brokenPromise({
      tool,
      promise: "two runs with equal input and files give the same.",
      seen: `for ${sampleName(sample)}, ${difference.path.slice(1)} was ${shown(difference.first)} first and ${shown(difference.second)} then.`,
      remedy:
        "Sort what comes in no order, and leave out times, random names and ids; or say that it cannot be: metadata: { deterministic: false }.",
    });
  }
}

/** What must be equal, with the folder's own path taken out: each run has another. */
function comparable({ result, after, root }: CallObservation): unknown {
  const { status, content, error } = result ?? { status: "still running", content: [], error: undefined };
  const json = toJson({ status, result: result?.result, content, error, files: fileContents(after) });
  // As it stands in JSON, where a backslash is two.
  return JSON.parse(json.replaceAll(JSON.stringify(root).slice(1, -1), "<folder>"));
}

/** What has no JSON is found by the check for that. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_name, each) => (typeof each === "bigint" ? String(each) : each));
  } catch {
    return "null";
  }
}
