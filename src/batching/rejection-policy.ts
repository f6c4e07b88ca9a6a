import { type ConflictIndex, createConflictIndex } from "./conflict-index.js";
import { ScheduledTask } from "./scheduled-task.js";
import type { TaskCancellation } from "./task-cancellation.js";
import type { WaitNode } from "./wait-graph.js";

/**
 * What happens to the other tasks of a run when one is rejected or fails, as far as they have not started.
 *
 * `continue`: nothing. `cancel-dependents`: those after it that conflict with it are cancelled, and those that conflict
 * with these. `cancel-later`: all after it are cancelled. Tasks that are handed in afterwards are treated alike.
 */
export type OnReject = "continue" | "cancel-dependents" | "cancel-later";

/** The memory of one run about its rejected tasks. */
export interface RejectionPolicy {
  /** Why a new task must not start, if so. */
  admit(task: ScheduledTask): TaskCancellation | undefined;
  /** Takes note of a rejected task that has not given its lock back; cancels what has to be. */
  reject(task: ScheduledTask, reason: string): void;
}

/**
 * Starts without rejected tasks.
 *
 * @param options - `unfinished`: the tasks of the run that are not over, in order; `cancel`: cancels one of them
 */
export function createRejectionPolicy(
  onReject: OnReject,
  options: {
    readonly unfinished: () => Iterable<ScheduledTask>;
    readonly cancel: (task: ScheduledTask, cancellation: TaskCancellation) => void;
  },
): RejectionPolicy {
  switch (onReject) {
    case "continue":
      return { admit: () => undefined, reject: () => undefined };
    case "cancel-dependents":
      return cancelDependents(options.cancel);
    case "cancel-later":
      return cancelLater(options);
  }
}

function cancelLater({ unfinished, cancel }: Parameters<typeof createRejectionPolicy>[1]): RejectionPolicy {
  let cancellation: TaskCancellation | undefined;
  return {
    admit: () => cancellation,
    reject(task, reason) {
      const following: TaskCancellation = { type: "later", rejectedId: task.id, reason };
      cancellation ??= following;
      for (const other of [...unfinished()]) {
        if (other.sequence > task.sequence) cancel(other, following);
      }
    },
  };
}

function cancelDependents(cancel: Parameters<typeof createRejectionPolicy>[1]["cancel"]): RejectionPolicy {
  // The rejected tasks of the run and those cancelled with them; the value says because of which.
  let index: ConflictIndex<TaskCancellation> | undefined;
  const admit = (task: ScheduledTask): TaskCancellation | undefined => {
    const [because] = index?.find(task.profile, { limit: 1 }) ?? [];
    // A copy: the index knows values by identity.
    if (because !== undefined) index?.add({ ...because }, task.profile);
    return because;
  };
  return {
    admit,
    reject(task, reason) {
      index ??= createConflictIndex();
      index.add({ type: "dependency", rejectedId: task.id, reason }, task.profile);
      for (const dependent of waitingFor(task)) {
        const because = admit(dependent);
        if (because !== undefined) cancel(dependent, because);
      }
    },
  };
}

/** The tasks of the same run that wait for a conflicting task, directly or through others, in order. */
function waitingFor(task: ScheduledTask): readonly ScheduledTask[] {
  const met = new Set<WaitNode>([task]);
  for (const node of met) {
    for (const successor of node.successors ?? []) {
      if (!successor.ordersOnly) met.add(successor);
    }
  }
  const tasks: ScheduledTask[] = [];
  for (const node of met) {
    if (node instanceof ScheduledTask && node !== task && node.run === task.run && node.state === "waiting") {
      tasks.push(node);
    }
  }
  return tasks.sort((one, other) => one.sequence - other.sequence);
}
