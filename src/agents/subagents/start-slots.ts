import { abortWatch } from "../loop/index.js";

/** Limits how many holders run at once; the others wait in order of arrival. */
export interface StartSlots {
  /** Resolves with the function that releases the slot, or with `undefined` if the signal was aborted first. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Creates slots. */
export function createStartSlots(max: number): StartSlots {
  let taken = 0;
  const waiting = new Set<() => void>();
  const freeSlot = () => {
    taken -= 1;
    const [next] = waiting;
    next?.();
  };
  return {
    take(signal) {
      return new Promise((resolve) => {
        const settle = (release: (() => void) | undefined) => {
          waiting.delete(enter);
          abortWatch.delete(signal, leave);
          resolve(release);
        };
        const enter = () => {
          taken += 1;
          let given = false;
          settle(() => {
            if (!given) freeSlot();
            given = true;
          });
        };
        const leave = () => settle(undefined);
        if (signal.aborted) leave();
        else if (taken < max) enter();
        else {
          waiting.add(enter);
          abortWatch.add(signal, leave);
        }
      });
    },
  };
}
