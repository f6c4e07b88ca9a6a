import type { Operation } from "../operation.js";
import { type NamedTodo, withIds } from "./todo-ids.js";
import { requireNoCircles, requireTodos, type TodoWording } from "./todo-limits.js";
import { replaceTodos, type Todo, todosOf } from "./todo-list.js";

/** A complete to-do list. */
export interface WriteTodosInput {
  /** Replaces the previous list; an empty one clears it. */
  readonly todos: readonly Todo[];
  /**
   * Most tasks that should be in progress at the same time; more cause a warning, not an error. Default: any number.
   */
  readonly maxInProgress?: number | undefined;
  readonly wording?: Partial<TodoWording> | undefined;
}

/** The current list. */
export interface WriteTodosOutput {
  readonly todos: readonly Todo[];
  /** The list that it replaced. */
  readonly previous: readonly Todo[];
  /** Warnings for the model about its list. */
  readonly warnings: readonly string[];
}

const DEFAULT_WORDING: TodoWording = { todos: "todos", content: "content" };

/**
 * Replaces the to-do list of the session. The list is also recorded as `todos` in the metadata of the result, for hosts
 * that display it.
 *
 * A task without an id gets the id of a task with the same text in the previous list, or the next number. Links to
 * tasks that are not in the list are removed, with a warning.
 *
 * Errors: `invalid-input` for a task without text, for tasks that wait for each other, and for more than `MAX_TODOS`
 * tasks or `MAX_TODO_CHARACTERS` characters in one of them; the previous list then stays.
 */
export const writeTodosOperation: Operation<WriteTodosInput, WriteTodosOutput> = {
  kind: "think",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [{ key: "todo-list", mode: "write" }] },
  facts: () => ({}),
  async run({ todos, maxInProgress = Number.POSITIVE_INFINITY, wording }, context) {
    requireTodos(todos, { ...DEFAULT_WORDING, ...wording });
    const previous = todosOf(context.session);
    const { linked, warnings } = linkedTodos(withIds(todos, previous), todos);
    requireNoCircles(linked);
    replaceTodos(context.session, linked);
    const written = todosOf(context.session);
    context.note({ todos: written });
    const underway = written.filter(({ status }) => status === "in_progress").length;
    if (underway > maxInProgress) {
      warnings.push(
        `${underway} tasks are in_progress; there should be at most ${maxInProgress === 1 ? "one" : maxInProgress}.`,
      );
    }
    return { todos: written, previous, warnings };
  },
};

/** Removes links to missing tasks: a model that drops finished tasks forgets which tasks depended on them. */
function linkedTodos(
  todos: readonly NamedTodo[],
  given: readonly Todo[],
): { readonly linked: readonly NamedTodo[]; readonly warnings: string[] } {
  const known = new Set(todos.map(({ id }) => id));
  const warnings = given.flatMap(({ id }, index) =>
    id !== undefined && id !== "" && id !== todos[index]?.id
      ? [`Two tasks had the id '${id}'; the second is now '${todos[index]?.id}'.`]
      : [],
  );
  const linked = todos.map(({ dependsOn, parent, ...todo }): NamedTodo => {
    const missing = [...(dependsOn ?? []), ...(parent === undefined ? [] : [parent])].filter(
      (id) => !known.has(id),
    );
    if (missing.length > 0) {
      warnings.push(
        `Task '${todo.id}' is linked to ${missing.join(", ")}, which no task has as its id; the link was removed.`,
      );
    }
    const there = [...new Set(dependsOn ?? [])].filter((id) => known.has(id));
    return {
      ...todo,
      ...(there.length > 0 && { dependsOn: there }),
      ...(parent !== undefined && known.has(parent) && { parent }),
    };
  });
  return { linked, warnings };
}

/** Returns the to-do list of the session, in the order in which it was written; empty if it was never written. */
export const readTodosOperation: Operation<Record<never, never>, readonly Todo[]> = {
  kind: "think",
  annotations: { readOnlyHint: true, openWorldHint: false },
  executionProfile: { resourceKeys: () => [{ key: "todo-list", mode: "read" }] },
  facts: () => ({}),
  run: async (_input, { session }) => todosOf(session),
};
