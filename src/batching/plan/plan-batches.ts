import { type CallProfile, CombinedAccesses } from "../conflicts/index.js";

/**
 * Groups calls into planned batches by the algorithm of the Amp specification: in order, a call joins the
 * current batch unless it conflicts with a call in it; then the batch is closed and the call opens the next
 * one. Calls of one batch may run together; batches run one after another.
 *
 * For `[Read A, Read B, Edit A, Read C]` this returns two batches, `[Read A, Read B]` and `[Edit A, Read C]`.
 * The example in the specification has three, with `Read C` in a separate batch, although `Read C` conflicts
 * with nothing there; Collet follows the algorithm.
 *
 * Costs O(n · depth).
 *
 * @example
 * planBatches([
 *   { id: "1", profile: { keys: [fileKey("/a", "read")] } },
 *   { id: "2", profile: { keys: [fileKey("/a", "write")] } },
 * ]); // two batches of one call each
 */
export function planBatches<Call extends { readonly profile: CallProfile }>(
  calls: readonly Call[],
): readonly (readonly Call[])[] {
  return lastOf(batchSteps(calls));
}

/** Plans the batches of {@link planBatches} in steps, one for each call. */
export function* batchSteps<Call extends { readonly profile: CallProfile }>(
  calls: readonly Call[],
): Generator<undefined, readonly (readonly Call[])[]> {
  const batches: Call[][] = [];
  const former = createBatchFormer();
  for (const call of calls) {
    const current = batches.at(-1);
    if (former.opensBatch(call.profile) || current === undefined) batches.push([call]);
    else current.push(call);
    yield;
  }
  return batches;
}

/** Runs work in steps to its end at once, and returns its value. */
export function lastOf<Value>(steps: Generator<undefined, Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Determines call by call where the batches end. */
export interface BatchFormer {
  /** Adds the next call; returns whether a non-empty batch ends before it. */
  opensBatch(profile: CallProfile): boolean;
}

/** Creates a former with an empty batch. */
export function createBatchFormer(): BatchFormer {
  let batch = new CombinedAccesses();
  return {
    opensBatch(profile) {
      if (batch.add(profile)) return false;
      batch = new CombinedAccesses();
      batch.add(profile);
      return true;
    },
  };
}
