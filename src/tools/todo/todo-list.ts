import type { ToolSession } from "../../contract/index.js";

/** Progress of a task. */
export type TodoStatus = "pending" | "in_progress" | "completed" | "cancelled";

/** All values of {@link TodoStatus}. */
export const TODO_STATUSES: readonly TodoStatus[] = ["pending", "in_progress", "completed", "cancelled"];

/** Importance of a task. */
export type TodoPriority = "high" | "medium" | "low";

/** All values of {@link TodoPriority}. */
export const TODO_PRIORITIES: readonly TodoPriority[] = ["high", "medium", "low"];

/** One task of a to-do list. Plain JSON. */
export interface Todo {
  /** Text of the task. */
  readonly content: string;
  readonly status: TodoStatus;
  readonly priority?: TodoPriority;
  /** Identifies the task within its list, for `dependsOn` and `parent`. Every task of a list has one; see `withIds`. */
  readonly id?: string;
  /** Text to show while it is in progress: "Running the tests". */
  readonly activeForm?: string;
  /** Details beyond `content`. */
  readonly description?: string;
  /** Ids of tasks that must be done before this one can begin; never cyclic. */
  readonly dependsOn?: readonly string[];
  /** Id of the task that contains this one; never cyclic. */
  readonly parent?: string;
}

const TODOS = Symbol("collet.todos");

/**
 * Returns the to-do list of a session, in the order in which it was written; empty if it was never written. Frozen,
 * plain JSON.
 */
export function todosOf({ memory }: ToolSession): readonly Todo[] {
  return (memory.get(TODOS) as readonly Todo[] | undefined) ?? [];
}

/** Replaces the to-do list of a session completely. */
export function replaceTodos({ memory }: ToolSession, todos: readonly Todo[]): void {
  memory.set(TODOS, Object.freeze(todos.map(frozenTodo)));
}

function frozenTodo(todo: Todo): Todo {
  return Object.freeze({ ...todo, ...(todo.dependsOn && { dependsOn: Object.freeze([...todo.dependsOn]) }) });
}
