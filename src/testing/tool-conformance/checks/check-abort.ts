import type { AnyTool } from "../../../contract/index.js";
import { type FileTree, sameEntry } from "../../test-workspace/index.js";
import { brokenPromise } from "../broken-promise.js";
import { allOf, type ConformanceSubject, eachSample } from "../conformance-subject.js";
import { isDeterministic, type ToolSample } from "../describe-tool-options.js";
import {
  type AbortPoint,
  type CallObservation,
  DEFAULT_ABORT_MS,
  observeCall,
  sampleName,
} from "../observe-call.js";

/** Maximum number of accesses of one call at which an abort is tested; later ones are unlikely to differ. */
const MAX_ABORT_POINTS = 8;

const PROMISE = "when aborted, it ends promptly and leaves no partial changes.";

/** Checks that an abort at the start and at each of the first accesses ends the tool and leaves each file unchanged or complete. */
export async function checkAbort(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  const deterministic = isDeterministic(tool, options);
  await eachSample(subject, async (sample) => {
    const early = aborted(subject, sample, "start");
    // Its failure is awaited below; an earlier failure must not leave it unhandled.
    early.catch(() => {});
    const whole = await observeCall(tool, sample, options);
    const found = { whole, early: (await early).after, point: "start", deterministic } as const;
    // A run that takes too long is reported by the check of the samples.
    if (whole.result === undefined) return;
    requireNothingLeft(tool, sample, found);
    const points = Array.from(
      { length: Math.min(whole.touches.length, MAX_ABORT_POINTS) },
      (_, index) => index + 1,
    );
    await allOf(
      points.map(async (point) => {
        const { after } = await aborted(subject, sample, point);
        requireNothingLeft(tool, sample, { whole, early: after, point, deterministic });
      }),
    );
  });
}

/** Runs a sample that is aborted; fails if the tool continues to run. */
async function aborted(
  { tool, options }: ConformanceSubject,
  sample: ToolSample,
  point: AbortPoint,
): Promise<CallObservation> {
  const seen = await observeCall(tool, sample, options, { abortAt: point });
  if (seen.settled) return seen;
  throw brokenPromise({
    tool,
    promise: PROMISE,
    seen: `${options.limits?.abortMs ?? DEFAULT_ABORT_MS} ms after the signal was aborted (${at(point)}), execute was still running for ${sampleName(sample)}.`,
    remedy:
      "Pass context.signal to everything that waits (fetch, timers, child processes), and check it in long loops: context.signal.throwIfAborted().",
  });
}

function requireNothingLeft(
  tool: AnyTool,
  sample: ToolSample,
  found: {
    readonly early: FileTree;
    readonly whole: { readonly before: FileTree; readonly after: FileTree };
    readonly point: AbortPoint;
    readonly deterministic: boolean;
  },
): void {
  const { early, whole, point, deterministic } = found;
  for (const path of new Set([...early.keys(), ...whole.before.keys()])) {
    const now = early.get(path);
    const outcomes = [whole.before.get(path), whole.after.get(path)];
    if (outcomes.some((outcome) => sameEntry(now, outcome))) continue;
    // The content differs in each run, so only the type can be compared.
    if (!deterministic && outcomes.some((outcome) => outcome?.type === now?.type)) continue;
    throw brokenPromise({
      tool,
      promise: PROMISE,
      seen: `aborted ${at(point)}, ${sampleName(sample)} left '${path}' ${now === undefined ? "missing" : "in a state that differs from those before and after a complete run"}.`,
      remedy:
        "Write through context.files, which writes each file completely or not at all, and remove temporary files in a finally block.",
    });
  }
}

function at(point: AbortPoint): string {
  return point === "start" ? "right after the start" : `at its access number ${point} to a file or folder`;
}
