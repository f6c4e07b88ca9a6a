import { brokenPromise } from "../broken-promise.js";
import { type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { observeCall, sampleName } from "../observe-call.js";

/** A depth that no readable result has; the search of a value that contains itself also ends here. */
const MAX_DEPTH = 1_000;

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

/**
 * Returns the part of a value that would not survive JSON, as a clause: `result.at is a Date`. Returns `undefined` for
 * plain data, and for a property that is `undefined`, which JSON omits.
 */
function jsonProblem(value: unknown, path = "result", above: readonly unknown[] = []): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : `${path} is ${value}, which JSON turns into null`;
  if (typeof value !== "object") return `${path} is a ${typeof value}, which JSON does not have`;
  if (above.includes(value) || above.length > MAX_DEPTH) return `${path} contains itself`;
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain) return `${path} is a ${value.constructor?.name ?? "class instance"}, not plain data`;
  for (const [name, each] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
    if (Array.isArray(value) && each === undefined)
      return `${below} is undefined, which JSON turns into null`;
    const found = jsonProblem(each, below, [...above, value]);
    if (found !== undefined) return found;
  }
  return undefined;
}
