import { type Clock, ignoreRejection, ToolError } from "../../contract/index.js";
import { systemClock } from "../../values/index.js";
import { inTime } from "../host/in-time.js";
import { kindOf } from "../host/kind-of.js";
import { MAX_DISPOSAL_MS } from "../values/index.js";

/** Ends one resource; its failure is not reported to the owner. */
export type Ending = () => Promise<void>;

/** Resources disposed together with their owner. */
export interface Disposals {
  /** Adds a resource; returns the function that removes it. Throws `runtime-disposed` after the owner's end. */
  add(end: Ending): () => void;
  /** Ends all resources at the same time, and resolves when all have ended, or after 30 seconds. Never rejects. */
  dispose(): Promise<void>;
}

/**
 * Creates an empty list of the resources of an owner.
 *
 * @param owner - for the message, for example `session`
 * @param ties - called when the first resource is added: adds the list to the resources of the owner's owner. An empty
 * list is not referenced by it.
 * @param clock - measures the wait
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
      for (const remove of untie ?? []) remove();
      // An ending may throw before it returns a promise; the others must still run.
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

/** Waits until all endings have settled, but not longer than the limit. Never rejects. */
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
    // The wait timed out: resources that have not ended are abandoned.
  }
}
