import type { Todo } from "./todo-list.js";

/** A task with an id. */
export type NamedTodo = Todo & { readonly id: string };

/**
 * Assigns each task of a list a unique id. A task without one gets the id of a task with the same text in the previous
 * list, otherwise the next number. If two tasks have the same id, the first keeps it.
 */
export function withIds(todos: readonly Todo[], previous: readonly Todo[]): readonly NamedTodo[] {
  const taken = new Set<string>();
  const own = todos.map(({ id }) => {
    if (id === undefined || id === "" || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  // All existing ids count before new ones are assigned: a later task may have requested the number.
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

/** Longer numbers are treated as names: counting on from them could exceed the range of numbers. */
const COUNTED = /^\d{1,6}$/;

/** Returns the number after the highest one in use, as text. */
export function nextId(taken: readonly string[]): string {
  const known = new Set(taken);
  let next = 1;
  for (const id of known) if (COUNTED.test(id)) next = Math.max(next, Number(id) + 1);
  while (known.has(String(next))) next += 1;
  return String(next);
}
