import { ToolError } from "../../contract/index.js";
import type { NamedTodo } from "./todo-ids.js";
import { circleIn } from "./todo-links.js";
import type { Todo } from "./todo-list.js";

/** Tasks of one list; more of them nobody keeps in view. */
export const MAX_TODOS = 500;

/** UTF-16 code units of a single text in a task. */
export const MAX_TODO_CHARACTERS = 2_000;

/** UTF-16 code units of a description. */
const MAX_DESCRIPTION_CHARACTERS = 10_000;

/** Tasks that one task depends on. */
const MAX_DEPENDENCIES = 50;

/** What the model calls the things that error messages speak of. */
export interface TodoWording {
  /** The list. */
  readonly todos: string;
  /** What is to be done, in a task. */
  readonly content: string;
}

/** Checks tasks by themselves. Throws `invalid-input`. */
export function requireTodos(todos: readonly Todo[], wording: TodoWording): void {
  if (todos.length > MAX_TODOS) {
    throw invalidTodos(
      `${wording.todos} has ${todos.length} tasks; at most ${MAX_TODOS} are kept. Put small steps together.`,
    );
  }
  for (const [index, todo] of todos.entries())
    requireTodo(todo, `${wording.todos}[${index}]`, wording.content);
}

/** Checks one task by itself. Throws `invalid-input`. */
export function requireTodo(todo: Todo, place: string, content: string): void {
  if (todo.content.trim() === "") {
    throw invalidTodos(`${place}.${content} is empty. Say what is to be done, or leave the task out.`);
  }
  for (const text of [
    todo.content,
    todo.id ?? "",
    todo.activeForm ?? "",
    todo.parent ?? "",
    ...(todo.dependsOn ?? []),
  ]) {
    if (text.length <= MAX_TODO_CHARACTERS) continue;
    throw invalidTodos(
      `${place} has a text of ${text.length} characters; at most ${MAX_TODO_CHARACTERS} are kept. Say it in a sentence.`,
    );
  }
  if ((todo.description ?? "").length > MAX_DESCRIPTION_CHARACTERS) {
    throw invalidTodos(
      `${place} has a description of ${todo.description?.length} characters; at most ${MAX_DESCRIPTION_CHARACTERS} are kept.`,
    );
  }
  if ((todo.dependsOn ?? []).length > MAX_DEPENDENCIES) {
    throw invalidTodos(
      `${place} depends on ${todo.dependsOn?.length} tasks; at most ${MAX_DEPENDENCIES} are kept.`,
    );
  }
}

/** Refuses circles: nothing in one could ever begin. Throws `invalid-input`. */
export function requireNoCircles(todos: readonly NamedTodo[]): void {
  const waiting = circleIn(todos, ({ dependsOn }) => dependsOn ?? []);
  if (waiting !== undefined) {
    throw invalidTodos(
      `These tasks would wait for each other for ever: ${waiting.join(" -> ")}. Take one of the dependencies out; the list is as it was.`,
    );
  }
  const nested = circleIn(todos, ({ parent }) => (parent === undefined ? [] : [parent]));
  if (nested !== undefined) {
    throw invalidTodos(
      `These tasks would be part of each other: ${nested.join(" -> ")}. The list is as it was.`,
    );
  }
}

/** The error for a list that cannot be. */
export function invalidTodos(message: string): ToolError {
  return new ToolError(message, { code: "invalid-input" });
}
