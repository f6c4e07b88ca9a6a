import type { LockNode, WaitGraph, WaitNode } from "../conflicts/index.js";
import { createBatchFormer } from "../plan/index.js";

/**
 * The tasks that a task waits for in addition to conflicts.
 *
 * `dependency`: none. `batches`: all tasks of the earlier batches of its run, by the algorithm of the Amp
 * specification. `serial`: all earlier tasks of its run.
 */
export type SchedulingStrategy = "dependency" | "batches" | "serial";

/** The additional order of a strategy within one run. */
export interface RunOrder {
  /** Adds the next task of the run; returns the one additional node that it must wait for, if any. */
  next(node: LockNode): WaitNode | undefined;
}

/** Creates the order of a run. */
export function createRunOrder(strategy: SchedulingStrategy, graph: WaitGraph): RunOrder {
  switch (strategy) {
    case "dependency":
      return { next: () => undefined };
    case "batches":
      return batchOrder(graph);
    case "serial":
      return serialOrder();
  }
}

function batchOrder(graph: WaitGraph): RunOrder {
  const former = createBatchFormer();
  let batch: LockNode[] = [];
  let earlierBatches: WaitNode | undefined;
  return {
    next(node) {
      if (former.opensBatch(node.profile)) {
        earlierBatches = graph.joinNode(batch);
        batch = [];
      }
      batch.push(node);
      return earlierBatches;
    },
  };
}

function serialOrder(): RunOrder {
  let last: LockNode | undefined;
  return {
    next(node) {
      const before = last;
      last = node;
      return before;
    },
  };
}
