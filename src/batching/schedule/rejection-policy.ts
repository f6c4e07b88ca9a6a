import { type ConflictIndex, createConflictIndex, type WaitNode } from "../conflicts/index.js";
import type { RejectionPolicy, ScheduledTask } from "./scheduled-task.js";
import type { TaskCancellation } from "./task-cancellation.js";

/**
 * Effect of a rejected or failed task on the other tasks of the run that have not started.
 *
 * `continue`: none. `cancel-dependents`: cancels later tasks that conflict with it, and those that conflict
 * with the cancelled ones. `cancel-later`: cancels all later tasks. Tasks that are submitted afterwards are
 * treated in the same way.
 */
export type OnReject = "continue" | "cancel-dependents" | "cancel-later";

/**
 * Creates a policy without rejected tasks.
 *
 * @param options - `unfinished`: returns a copy of the list of tasks of the run that have not ended, in
 *   order; `cancel`: cancels one of them
 */
export function createRejectionPolicy(
  onReject: OnReject,
  options: {
    readonly unfinished: () => readonly ScheduledTask[];
    readonly cancel: (task: ScheduledTask, cancellation: TaskCancellation) => void;
  },
): RejectionPolicy {
  switch (onReject) {
    case "continue":
      return { admit: () => undefined, reject: () => undefined };
    case "cancel-dependents":
      return cancelDependents(options);
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
      const tasks = unfinished();
      for (const later of tasks.slice(tasks.indexOf(task) + 1)) cancel(later, following);
    },
  };
}

function cancelDependents({
  unfinished,
  cancel,
}: Parameters<typeof createRejectionPolicy>[1]): RejectionPolicy {
  // The rejected tasks of the run and those cancelled because of them; the value states the cause.
  let index: ConflictIndex<TaskCancellation> | undefined;
  const admit = (task: ScheduledTask): TaskCancellation | undefined => {
    const [because] = index?.find(task.profile, { limit: 1 }) ?? [];
    // A copy: the index identifies values by reference.
    if (because !== undefined) index?.add({ ...because }, task.profile);
    return because;
  };
  return {
    admit,
    reject(task, reason) {
      index ??= createConflictIndex();
      index.add({ type: "dependency", rejectedId: task.id, reason }, task.profile);
      const waiting = waitingFor(task);
      if (waiting.size === 1) return;
      // In order: a cancelled task may cancel later ones.
      for (const other of unfinished()) {
        if (other === task || !waiting.has(other)) continue;
        const because = admit(other);
        if (because !== undefined) cancel(other, because);
      }
    },
  };
}

/** Returns the tasks that wait for a task, for any reason, directly or transitively. */
function waitingFor(task: ScheduledTask): ReadonlySet<WaitNode> {
  const met = new Set<WaitNode>([task]);
  for (const node of met) {
    for (const successor of node.successors ?? []) met.add(successor);
  }
  return met;
}
