import type { ToolSession } from "../../contract/index.js";

/** How far a task is. */
export type TodoStatus = "pending" | "in_progress" | "completed" | "cancelled";

/** How much a task matters. */
export type TodoPriority = "high" | "medium" | "low";

/** One task of a to-do list. */
export interface Todo {
  /** What is to be done. */
  readonly content: string;
  readonly status: TodoStatus;
  readonly priority?: TodoPriority;
  /** The model's own name for it; Collet neither makes nor reads it. */
  readonly id?: string;
  /** What is going on while it is in progress: "Running the tests". */
  readonly activeForm?: string;
}

const TODOS = Symbol("collet.todos");

/** The to-do list of a session, in the order it was written; empty before it was. */
export function todosOf({ memory }: ToolSession): readonly Todo[] {
  return (memory.get(TODOS) as readonly Todo[] | undefined) ?? [];
}

/** Replaces the to-do list of a session; what was there is gone. */
export function replaceTodos({ memory }: ToolSession, todos: readonly Todo[]): void {
  memory.set(TODOS, Object.freeze(todos.map((todo) => Object.freeze({ ...todo }))));
}
