import { badInputs } from "../bad-inputs.js";
import { allOf, type ConformanceSubject } from "../conformance-subject.js";
import { observeCall, sampleName } from "../observe-call.js";
import { requireNothingThrown } from "../require-nothing-thrown.js";

/**
 * Calls that are tried side by side, each in a place of its own: a tool that waits would take too long otherwise. Fewer where
 * they start processes: Node warns of more than ten backends that have some.
 */
const CALLS_AT_ONCE = { memory: 32, temp: 8 } as const;

/** Milliseconds after which a call with bad input is given up, and its answer not judged: some inputs ask for a long wait. */
const BAD_INPUT_CALL_MS = 1_000;

/** Bad input gives an error; no function of the tool throws. */
export async function checkBadInputs({ tool, samples, options }: ConformanceSubject): Promise<void> {
  const [first] = samples;
  const good = typeof first?.input === "object" && first.input !== null ? { ...first.input } : {};
  const inputs = badInputs(tool, good);
  const limits = { ...options.limits, callMs: BAD_INPUT_CALL_MS };
  const attempt = async (input: unknown) => {
    const sample = { input, ...(first?.files !== undefined && { files: first.files }) };
    const seen = await observeCall(tool, sample, { ...options, limits });
    // What a call throws that had to be aborted is no answer to its input.
    if (seen.result !== undefined) requireNothingThrown(tool, seen, sampleName(sample));
  };
  const atOnce = CALLS_AT_ONCE[options.backend ?? "memory"];
  for (let start = 0; start < inputs.length; start += atOnce) {
    await allOf(inputs.slice(start, start + atOnce).map(attempt));
  }
}
