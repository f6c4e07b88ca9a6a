import { type Clock, ignoreRejection, ToolError } from "../../contract/index.js";
import { systemClock } from "../../values/index.js";
import { inTime } from "../host/in-time.js";
import { kindOf } from "../host/kind-of.js";
import { MAX_DISPOSAL_MS } from "../values/index.js";

/** Ends something; a failure is nobody's business but its own. */
export type Ending = () => Promise<void>;

/** What must not outlive its owner, and the switch that ends it. */
export interface Disposals {
  /** Ties something to the owner; gives back what unties it. Throws `runtime-disposed` after the owner's end. */
  add(end: Ending): () => void;
  /** Ends everything at the same time, and resolves when all of it has ended, or after 30 seconds. Never rejects. */
  dispose(): Promise<void>;
}

/**
 * Creates an empty list of what must end with its owner.
 *
 * @param owner - for the message, `session` for example
 * @param ties - called when the first thing is added: ties the list to whatever its owner ends with. A list that holds
 * nothing is held by nobody.
 * @param clock - what the wait is measured with
 */
export function createDisposals(
  owner: string,
  ties: (end: Ending) => readonly (() => void)[] = () => [],
  clock: Clock = systemClock,
): Disposals {
  const endings = new Set<Ending>();
  let untie: readonly (() => void)[] | undefined;
  let disposal: Promise<void> | undefined;
  const dispose = () => {
    disposal ??= (async () => {
      for (const cut of untie ?? []) cut();
      // An ending may throw before it returns a promise; the others must still come.
      await endedInTime(
        [...endings].map(async (end) => end()),
        clock,
      );
      endings.clear();
    })();
    return disposal;
  };
  return {
    add(end) {
      if (typeof end !== "function") {
        throw new TypeError(`onDispose expects a function that ends something, but it got ${kindOf(end)}.`);
      }
      if (disposal !== undefined) {
        throw new ToolError(`This ${owner} was disposed of. Open a new one.`, { code: "runtime-disposed" });
      }
      untie ??= ties(dispose);
      endings.add(end);
      return () => endings.delete(end);
    },
    dispose,
  };
}

/** Waits until all of them have settled, however; one that never does is not waited for longer than the limit. Never rejects. */
export async function endedInTime(endings: readonly Promise<unknown>[], clock: Clock): Promise<void> {
  if (endings.length === 0) return;
  // The end of an owner reports no reason, and a reason may be a rejected promise.
  endings.forEach(ignoreRejection);
  try {
    await inTime(Promise.allSettled(endings), {
      clock,
      limitMs: MAX_DISPOSAL_MS,
      what: "The end of the owner",
    });
  } catch (thrown) {
    ignoreRejection(thrown);
    // The time is over: what has not ended is left behind.
  }
}
