import type { Operation } from "../operation.js";
import { type NamedTodo, withIds } from "./todo-ids.js";
import { requireNoCircles, requireTodos, type TodoWording } from "./todo-limits.js";
import { replaceTodos, type Todo, todosOf } from "./todo-list.js";

/** A whole to-do list. */
export interface WriteTodosInput {
  /** In place of the list that was there; an empty one clears it. */
  readonly todos: readonly Todo[];
  /** Tasks that should be in progress at the same time at the most; more is no error, but told. Default: any number. */
  readonly maxInProgress?: number;
  readonly wording?: Partial<TodoWording>;
}

/** The list as it is now. */
export interface WriteTodosOutput {
  readonly todos: readonly Todo[];
  /** The list that it replaced. */
  readonly previous: readonly Todo[];
  /** What the model should know about its list. */
  readonly warnings: readonly string[];
}

const DEFAULT_WORDING: TodoWording = { todos: "todos", content: "content" };

/**
 * Writes the to-do list of the session, always the whole of it. The list is also noted as `todos` in the metadata of the
 * result, for hosts that show it.
 *
 * A task without an id keeps that of the same words in the list before, or gets the next number. Links to tasks that are not
 * in the list are left out, with a warning.
 *
 * Errors: `invalid-input` for a task without text, for tasks that wait for each other, and for more than `MAX_TODOS` tasks or
 * `MAX_TODO_CHARACTERS` characters in one of them; the list that was there stays then.
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
        `${underway} tasks are in_progress; there should be ${maxInProgress === 1 ? "one" : maxInProgress} at the most.`,
      );
    }
    return { todos: written, previous, warnings };
  },
};

/** Leaves links out that lead nowhere: a model that leaves out what is done forgets who was waiting for it. */
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
        `Task '${todo.id}' named ${missing.join(", ")}, and no task has that id; it was left out.`,
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
