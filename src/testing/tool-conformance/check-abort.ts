import type { AnyTool } from "../../contract/index.js";
import { type FileTree, sameEntry } from "../place/index.js";
import { brokenPromise } from "./broken-promise.js";
import type { ConformanceSubject } from "./conformance-subject.js";
import type { ToolSample } from "./describe-tool-options.js";
import { isDeterministic } from "./is-deterministic.js";
import { type AbortPoint, DEFAULT_ABORT_MS, observeCall, sampleName } from "./observe-call.js";

/** Accesses to files and folders of one call that an abort is tried at; after that, one is like the other. */
const MAX_ABORT_POINTS = 8;

const PROMISE = "aborted, it ends promptly and leaves nothing behind.";

/** An abort at the start and at each of the first accesses ends the tool, and leaves every file as before or as a whole run leaves it. */
export async function checkAbort({ tool, samples, options }: ConformanceSubject): Promise<void> {
  for (const sample of samples) {
    const abortMs = options.limits?.abortMs ?? DEFAULT_ABORT_MS;
    const aborted = async (point: AbortPoint) => {
      const seen = await observeCall(tool, sample, options, point);
      if (seen.settled) return seen;
      throw brokenPromise({
        tool,
        promise: PROMISE,
        seen: `${abortMs} ms after the signal was aborted (${at(point)}), execute was still running for ${sampleName(sample)}.`,
        remedy:
          "Hand context.signal on to everything that waits (fetch, timers, child processes), and look at it in long loops: context.signal.throwIfAborted().",
      });
    };
    const early = await aborted("start");
    const whole = await observeCall(tool, sample, options);
    // How a run ends that takes too long is what the samples are checked for.
    if (whole.result === undefined) continue;
    requireNothingLeft(
      tool,
      sample,
      { early: early.after, whole, point: "start" },
      isDeterministic(tool, options),
    );
    for (let point = 1; point <= Math.min(whole.touches.length, MAX_ABORT_POINTS); point++) {
      const { after } = await aborted(point);
      requireNothingLeft(tool, sample, { early: after, whole, point }, isDeterministic(tool, options));
    }
  }
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
