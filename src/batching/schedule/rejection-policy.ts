import { type ConflictIndex, createConflictIndex, type WaitNode } from "../conflicts/index.js";
import type { RejectionPolicy, ScheduledTask } from "./scheduled-task.js";
import type { TaskCancellation } from "./task-cancellation.js";

/**
 * What happens to the other tasks of a run when one is rejected or fails, as far as they have not started.
 *
 * `continue`: nothing. `cancel-dependents`: those after it that conflict with it are cancelled, and those that conflict
 * with these. `cancel-later`: all after it are cancelled. Tasks that are handed in afterwards are treated alike.
 */
export type OnReject = "continue" | "cancel-dependents" | "cancel-later";

/**
 * Starts without rejected tasks.
 *
 * @param options - `unfinished`: a copy of the list of tasks of the run that have not ended, in order; `cancel`: cancels one of them
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
      const waiting = waitingFor(task);
      if (waiting.size === 1) return;
      // In order: each that goes may take later ones along.
      for (const other of unfinished()) {
        if (other === task || !waiting.has(other)) continue;
        const because = admit(other);
        if (because !== undefined) cancel(other, because);
      }
    },
  };
}

/** The tasks that wait for a task, for whatever reason, directly or through others. */
function waitingFor(task: ScheduledTask): ReadonlySet<WaitNode> {
  const met = new Set<WaitNode>([task]);
  for (const node of met) {
    for (const successor of node.successors ?? []) met.add(successor);
  }
  return met;
}
