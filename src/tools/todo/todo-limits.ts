import { ToolError } from "../../contract/index.js";
import type { NamedTodo } from "./todo-ids.js";
import { circleIn } from "./todo-links.js";
import type { Todo } from "./todo-list.js";

/** Most tasks of one list. */
export const MAX_TODOS = 500;

/** Most UTF-16 code units of a single text in a task. */
export const MAX_TODO_CHARACTERS = 2_000;

/** UTF-16 code units of a description. */
const MAX_DESCRIPTION_CHARACTERS = 10_000;

/** Most dependencies of one task. */
const MAX_DEPENDENCIES = 50;

/** The model's names of the parameters in error messages. */
export interface TodoWording {
  /** The list. */
  readonly todos: string;
  /** The text of a task. */
  readonly content: string;
}

/** Checks each task separately. Throws `invalid-input`. */
export function requireTodos(todos: readonly Todo[], wording: TodoWording): void {
  if (todos.length > MAX_TODOS) {
    throw invalidTodos(
      `${wording.todos} has ${todos.length} tasks; at most ${MAX_TODOS} are accepted. Combine small steps.`,
    );
  }
  for (const [index, todo] of todos.entries())
    requireTodo(todo, `${wording.todos}[${index}]`, wording.content);
}

/** Checks one task. Throws `invalid-input`. */
export function requireTodo(todo: Todo, location: string, content: string): void {
  if (todo.content.trim() === "") {
    throw invalidTodos(`${location}.${content} is empty. Describe the task, or leave it out.`);
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
      `${location} has a text of ${text.length} characters; at most ${MAX_TODO_CHARACTERS} are accepted. Use one sentence.`,
    );
  }
  if ((todo.description ?? "").length > MAX_DESCRIPTION_CHARACTERS) {
    throw invalidTodos(
      `${location} has a description of ${todo.description?.length} characters; at most ${MAX_DESCRIPTION_CHARACTERS} are accepted.`,
    );
  }
  if ((todo.dependsOn ?? []).length > MAX_DEPENDENCIES) {
    throw invalidTodos(
      `${location} depends on ${todo.dependsOn?.length} tasks; at most ${MAX_DEPENDENCIES} are accepted.`,
    );
  }
}

/** Refuses cycles, whose tasks could never begin. Throws `invalid-input`. */
export function requireNoCircles(todos: readonly NamedTodo[]): void {
  const waiting = circleIn(todos, ({ dependsOn }) => dependsOn ?? []);
  if (waiting !== undefined) {
    throw invalidTodos(
      `These tasks would wait for each other for ever: ${waiting.join(" -> ")}. Remove one of the dependencies; the list is unchanged.`,
    );
  }
  const nested = circleIn(todos, ({ parent }) => (parent === undefined ? [] : [parent]));
  if (nested !== undefined) {
    throw invalidTodos(
      `These tasks would be part of each other: ${nested.join(" -> ")}. The list is unchanged.`,
    );
  }
}

/** Returns the error for an invalid list. */
export function invalidTodos(message: string): ToolError {
  return new ToolError(message, { code: "invalid-input" });
}
