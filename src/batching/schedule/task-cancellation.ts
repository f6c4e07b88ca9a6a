/**
 * The reason why a task was cancelled before it started.
 *
 * `signal`: its own signal or that of its run was aborted. `request`: `cancel` or `cancelAll` was called.
 * `dependency`: it conflicts with an earlier rejected call, directly or through others that were cancelled
 * for that reason. `later`: it was submitted after a rejected call. The latter two result from `onReject` of
 * the run.
 */
export type TaskCancellation =
  | { readonly type: "signal"; readonly cause: unknown }
  | { readonly type: "request"; readonly cause: unknown }
  | { readonly type: "dependency" | "later"; readonly rejectedId: string; readonly reason: string };

/** The error of a task that was cancelled before it started; no part of the task was run. */
export class TaskCancelledError extends Error {
  readonly taskId: string;
  readonly cancellation: TaskCancellation;

  constructor(taskId: string, cancellation: TaskCancellation) {
    super(
      `Task '${taskId}' was cancelled before it started: ${explain(cancellation)}.`,
      "cause" in cancellation && cancellation.cause !== undefined ? { cause: cancellation.cause } : undefined,
    );
    this.name = "TaskCancelledError";
    this.taskId = taskId;
    this.cancellation = cancellation;
  }
}

function explain(cancellation: TaskCancellation): string {
  switch (cancellation.type) {
    case "signal":
      return "its signal was aborted";
    case "request":
      return "the caller cancelled it";
    case "dependency":
      return `it depends on '${cancellation.rejectedId}', which was rejected: ${cancellation.reason}`;
    case "later":
      return `'${cancellation.rejectedId}' before it was rejected: ${cancellation.reason}`;
  }
}
