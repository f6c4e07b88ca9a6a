import type { ToolSession } from "../../contract/index.js";

/** How far a task is. */
export type TodoStatus = "pending" | "in_progress" | "completed" | "cancelled";

/** Every {@link TodoStatus}. */
export const TODO_STATUSES: readonly TodoStatus[] = ["pending", "in_progress", "completed", "cancelled"];

/** How much a task matters. */
export type TodoPriority = "high" | "medium" | "low";

/** Every {@link TodoPriority}. */
export const TODO_PRIORITIES: readonly TodoPriority[] = ["high", "medium", "low"];

/** One task of a to-do list. Plain JSON. */
export interface Todo {
  /** What is to be done. */
  readonly content: string;
  readonly status: TodoStatus;
  readonly priority?: TodoPriority;
  /** Names the task within its list, for `dependsOn` and `parent`. Every task of a list has one; see `withIds`. */
  readonly id?: string;
  /** What is going on while it is in progress: "Running the tests". */
  readonly activeForm?: string;
  /** What there is to know about it beyond `content`. */
  readonly description?: string;
  /** Ids of tasks that must be done before this one can begin; never in a circle. */
  readonly dependsOn?: readonly string[];
  /** The id of the task that this one is a part of; never in a circle. */
  readonly parent?: string;
}

const TODOS = Symbol("collet.todos");

/** The to-do list of a session, in the order it was written; empty before it was. Frozen, plain JSON. */
export function todosOf({ memory }: ToolSession): readonly Todo[] {
  return (memory.get(TODOS) as readonly Todo[] | undefined) ?? [];
}

/** Replaces the to-do list of a session; what was there is gone. */
export function replaceTodos({ memory }: ToolSession, todos: readonly Todo[]): void {
  memory.set(TODOS, Object.freeze(todos.map(frozenTodo)));
}

function frozenTodo(todo: Todo): Todo {
  return Object.freeze({ ...todo, ...(todo.dependsOn && { dependsOn: Object.freeze([...todo.dependsOn]) }) });
}
