import type { AnyTool } from "../../../contract/index.js";
import { type FileTree, sameEntry } from "../../place/index.js";
import { brokenPromise } from "../broken-promise.js";
import { allOf, type ConformanceSubject, eachSample } from "../conformance-subject.js";
import type { ToolSample } from "../describe-tool-options.js";
import { isDeterministic } from "../is-deterministic.js";
import {
  type AbortPoint,
  type CallObservation,
  DEFAULT_ABORT_MS,
  observeCall,
  sampleName,
} from "../observe-call.js";

/** Accesses to files and folders of one call that an abort is tried at; after that, one is like the other. */
const MAX_ABORT_POINTS = 8;

const PROMISE = "aborted, it ends promptly and leaves nothing behind.";

/** An abort at the start and at each of the first accesses ends the tool, and leaves every file as before or as a whole run leaves it. */
export async function checkAbort(subject: ConformanceSubject): Promise<void> {
  const { tool, options } = subject;
  const deterministic = isDeterministic(tool, options);
  await eachSample(subject, async (sample) => {
    const early = aborted(subject, sample, "start");
    // Its failure is told below; what comes before must not leave it unheard.
    early.catch(() => {});
    const whole = await observeCall(tool, sample, options);
    const found = { whole, early: (await early).after, point: "start" } as const;
    // How a run ends that takes too long is what the samples are checked for.
    if (whole.result === undefined) return;
    requireNothingLeft(tool, sample, found, deterministic);
    const points = Array.from(
      { length: Math.min(whole.touches.length, MAX_ABORT_POINTS) },
      (_, index) => index + 1,
    );
    await allOf(
      points.map(async (point) => {
        const { after } = await aborted(subject, sample, point);
        requireNothingLeft(tool, sample, { whole, early: after, point }, deterministic);
      }),
    );
  });
}

/** Runs a sample that is aborted; fails when the tool goes on. */
async function aborted(
  { tool, options }: ConformanceSubject,
  sample: ToolSample,
  point: AbortPoint,
): Promise<CallObservation> {
  const seen = await observeCall(tool, sample, options, point);
  if (seen.settled) return seen;
  throw brokenPromise({
    tool,
    promise: PROMISE,
    seen: `${options.limits?.abortMs ?? DEFAULT_ABORT_MS} ms after the signal was aborted (${at(point)}), execute was still running for ${sampleName(sample)}.`,
    remedy:
      "Hand context.signal on to everything that waits (fetch, timers, child processes), and look at it in long loops: context.signal.throwIfAborted().",
  });
}

function requireNothingLeft(
  tool: AnyTool,
  sample: ToolSample,
  found: {
    readonly early: FileTree;
    readonly whole: { readonly before: FileTree; readonly after: FileTree };
    readonly point: AbortPoint;
  },
  deterministic: boolean,
): void {
  const { early, whole, point } = found;
  for (const path of new Set([...early.keys(), ...whole.before.keys()])) {
    const now = early.get(path);
    const outcomes = [whole.before.get(path), whole.after.get(path)];
    if (outcomes.some((outcome) => sameEntry(now, outcome))) continue;
    // The content of a whole run is another each time, so only the name can be compared.
    if (!deterministic && outcomes.some((outcome) => outcome?.type === now?.type)) continue;
    throw brokenPromise({
      tool,
      promise: PROMISE,
      seen: `aborted ${at(point)}, ${sampleName(sample)} left '${path}' ${now === undefined ? "missing" : "as neither a whole run nor no run leaves it"}.`,
      remedy:
        "Write through context.files, which writes each file whole or not at all, and remove what you put aside in a finally block.",
    });
  }
}

function at(point: AbortPoint): string {
  return point === "start" ? "right after the start" : `at its access number ${point} to a file or folder`;
}
