import type { NamedTodo } from "./todo-ids.js";
import type { Todo } from "./todo-list.js";

/** A task, and whether it can be started. */
export type ListedTodo = NamedTodo & {
  /** Whether it is pending and all its dependencies are closed. */
  readonly ready: boolean;
  /** Ids of its open dependencies. */
  readonly waitsFor: readonly string[];
};

/** Adds to each task whether it can be started. Completed, cancelled and deleted dependencies are ignored. */
export function listedTodos(todos: readonly NamedTodo[]): readonly ListedTodo[] {
  const open = new Set(todos.filter(isOpen).map(({ id }) => id));
  return todos.map((todo) => {
    const waitsFor = isOpen(todo) ? (todo.dependsOn ?? []).filter((id) => open.has(id)) : [];
    return { ...todo, ready: todo.status === "pending" && waitsFor.length === 0, waitsFor };
  });
}

/** Returns whether a task is neither completed nor cancelled. */
export function isOpen({ status }: Pick<Todo, "status">): boolean {
  return status === "pending" || status === "in_progress";
}

/** Finds a cycle of tasks, each linked to the next and the last to the first; `undefined` if there is none. */
export function circleIn(
  todos: readonly NamedTodo[],
  linksOf: (todo: NamedTodo) => readonly string[],
): readonly string[] | undefined {
  const byId = new Map(todos.map((todo) => [todo.id, todo]));
  const done = new Set<string>();
  for (const start of todos) {
    // Iterative instead of recursive: a list may be one long chain.
    const path: { readonly id: string; next: number }[] = [{ id: start.id, next: 0 }];
    const onPath = new Set([start.id]);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const todo = byId.get(step.id);
      const link = todo === undefined || done.has(step.id) ? undefined : linksOf(todo)[step.next];
      step.next += 1;
      if (link === undefined) {
        done.add(step.id);
        onPath.delete(step.id);
        path.pop();
      } else if (onPath.has(link)) {
        const ids = path.map(({ id }) => id);
        return [...ids.slice(ids.indexOf(link)), link];
      } else if (!done.has(link)) {
        onPath.add(link);
        path.push({ id: link, next: 0 });
      }
    }
  }
  return undefined;
}
