import type { Todo } from "./todo-list.js";

/** A task that has its id. */
export type NamedTodo = Todo & { readonly id: string };

/**
 * Gives each task of a list an id that no other has. A task without one keeps that of the same words in the list before;
 * otherwise it gets the next number. Of two tasks with one id, the first keeps it.
 */
export function withIds(todos: readonly Todo[], previous: readonly Todo[]): readonly NamedTodo[] {
  const taken = new Set<string>();
  const own = todos.map(({ id }) => {
    if (id === undefined || id === "" || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  // All that are given count before any is made: a later task may have asked for the number.
  const before = [...previous];
  return todos.map((todo, index) => {
    let id = own[index];
    if (id === undefined) {
      const same = before.findIndex(
        (each) => each.id !== undefined && each.content === todo.content && !taken.has(each.id),
      );
      id =
        same === -1 ? nextId([...taken, ...previous.map((each) => each.id ?? "")]) : (before[same]?.id ?? "");
      if (same !== -1) before.splice(same, 1);
      taken.add(id);
    }
    return { ...todo, id };
  });
}

/** Longer numbers are names that look like one: counting on from them would lead out of the numbers. */
const COUNTED = /^\d{1,6}$/;

/** The number after the highest that is taken, as text. */
export function nextId(taken: readonly string[]): string {
  const known = new Set(taken);
  let next = 1;
  for (const id of known) if (COUNTED.test(id)) next = Math.max(next, Number(id) + 1);
  while (known.has(String(next))) next += 1;
  return String(next);
}
