import type { LockNode, WaitGraph, WaitNode } from "../conflicts/index.js";
import { createBatchFormer } from "../plan/index.js";

/**
 * What a task waits for besides conflicts.
 *
 * `dependency`: nothing. `batches`: all tasks of the earlier batches of its run, by seed 001's algorithm. `serial`: all
 * earlier tasks of its run.
 */
export type SchedulingStrategy = "dependency" | "batches" | "serial";

/** The order that the strategy adds within one run. */
export interface RunOrder {
  /** Takes the next task of the run; answers the one node it has to wait for on top, if any. */
  next(node: LockNode): WaitNode | undefined;
}

/** Starts the order of a run. */
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
        earlierBatches = graph.junction(batch);
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
