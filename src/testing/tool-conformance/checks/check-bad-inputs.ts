import { badInputs } from "../bad-inputs.js";
import { allOf, type ConformanceSubject } from "../conformance-subject.js";
import { observeCall, sampleName } from "../observe-call.js";
import { requireNothingThrown } from "../require-nothing-thrown.js";

/**
 * Maximum number of parallel calls, each in its own workspace: with a tool that waits, the check would otherwise take too
 * long. It is lower for calls that start processes, because Node warns about more than ten backends with processes.
 */
const CALLS_AT_ONCE = { memory: 32, temp: 8 } as const;

/** Milliseconds after which a call with bad input is aborted without judging its result: some inputs request a long wait. */
const BAD_INPUT_CALL_MS = 1_000;

/** Checks that bad input causes an error result and that no function of the tool throws. */
export async function checkBadInputs({ tool, samples, options }: ConformanceSubject): Promise<void> {
  const [first] = samples;
  const good = typeof first?.input === "object" && first.input !== null ? { ...first.input } : {};
  const inputs = badInputs(tool, good);
  const limits = { ...options.limits, callMs: BAD_INPUT_CALL_MS };
  const attempt = async (input: unknown) => {
    const sample = { input, ...(first?.files !== undefined && { files: first.files }) };
    const seen = await observeCall(tool, sample, { ...options, limits });
    // An exception from an aborted call says nothing about its input.
    if (seen.result !== undefined) requireNothingThrown(tool, seen, sampleName(sample));
  };
  const atOnce = CALLS_AT_ONCE[options.backend ?? "memory"];
  for (let start = 0; start < inputs.length; start += atOnce) {
    await allOf(inputs.slice(start, start + atOnce).map(attempt));
  }
}
