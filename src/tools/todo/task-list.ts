import { ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";
import { type NamedTodo, nextId, withIds } from "./todo-ids.js";
import { invalidTodos, MAX_TODOS, requireNoCircles, requireTodo } from "./todo-limits.js";
import { isOpen, type ListedTodo, listedTodos } from "./todo-links.js";
import { replaceTodos, type TodoStatus, todosOf } from "./todo-list.js";

/** What can be said of a task. */
export interface TaskFields {
  readonly content?: string;
  readonly description?: string;
  readonly status?: TodoStatus;
  /** In place of those it had. */
  readonly dependsOn?: readonly string[];
  /** `""`: of none. */
  readonly parent?: string;
}

/** One thing to do with the task list. */
export type TaskListInput =
  | ({ readonly action: "create"; readonly content: string; readonly id?: string } & TaskFields)
  | {
      readonly action: "list";
      readonly status?: TodoStatus;
      readonly parent?: string;
      readonly ready?: boolean;
    }
  | { readonly action: "get"; readonly id: string }
  | { readonly action: "delete"; readonly id: string }
  | ({ readonly action: "update"; readonly id: string } & TaskFields);

/** The task that the call was about, and the list. */
export interface TaskListOutput {
  readonly action: TaskListInput["action"];
  /** Absent for a list; of a deletion the task as it was. */
  readonly task?: ListedTodo;
  /** What was asked for in a list; otherwise the whole list as it is now. */
  readonly tasks: readonly ListedTodo[];
  /** What the change meant for other tasks. */
  readonly remarks: readonly string[];
}

/**
 * Keeps the task list of the session task by task: the same list that `writeTodosOperation` writes as a whole. The list is also
 * noted as `todos` in the metadata of a change.
 *
 * A task that is deleted is no longer waited for, and its parts become parts of what it was a part of. Errors:
 * `unknown-task` for an id that no task has, `invalid-input` for a task without words, an id that is taken, links that lead
 * nowhere or in a circle, and a list that is full; the list stays as it was.
 */
export const taskListOperation: Operation<TaskListInput, TaskListOutput> = {
  kind: "think",
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  executionProfile: {
    resourceKeys: ({ action }) => [
      { key: "todo-list", mode: action === "list" || action === "get" ? "read" : "write" },
    ],
  },
  facts: () => ({}),
  async run(input, context) {
    const { session } = context;
    const before = withIds(todosOf(session), []);
    const { action } = input;
    if (action === "list") {
      const { status, parent, ready } = input;
      const tasks = listedTodos(before).filter(
        (task) =>
          (status === undefined || task.status === status) &&
          (parent === undefined || (task.parent ?? "") === parent) &&
          (ready === undefined || task.ready === ready),
      );
      return { action, tasks, remarks: [] };
    }
    if (action === "get") {
      const tasks = listedTodos(before);
      return { action, task: tasks[indexOf(input.id, before)] as ListedTodo, tasks, remarks: [] };
    }
    const { todos, id, remarks } = changed(input, before);
    requireNoCircles(todos);
    replaceTodos(session, todos);
    context.note({ todos: todosOf(session) });
    const tasks = listedTodos(todos);
    const task = tasks.find((each) => each.id === id) ?? listedTodos(before).find((each) => each.id === id);
    return {
      action,
      ...(task !== undefined && { task }),
      tasks,
      remarks: [...remarks, ...nowReady(before, todos, id)],
    };
  },
};

interface Change {
  readonly todos: readonly NamedTodo[];
  readonly id: string;
  readonly remarks: readonly string[];
}

function changed(
  input: Extract<TaskListInput, { action: "create" | "update" | "delete" }>,
  before: readonly NamedTodo[],
): Change {
  if (input.action === "delete") return withoutTask(input.id, before);
  if (input.action === "create") {
    if (before.length >= MAX_TODOS) {
      throw invalidTodos(
        `The list has ${before.length} tasks, and no more are kept. Delete those that are done.`,
      );
    }
    const id = input.id ?? nextId(before.map((todo) => todo.id));
    if (id.trim() === "" || /\p{Cc}/u.test(id) || before.some((todo) => todo.id === id)) {
      throw invalidTodos(
        `The id '${id.slice(0, 60).replace(/\p{Cc}/gu, "?")}' cannot be given to a new task: it is empty, taken, or has line ends in it. Leave it out.`,
      );
    }
    const todo = withFields({ id, content: input.content, status: "pending" }, input, before);
    return { todos: [...before, todo], id, remarks: [] };
  }
  const index = indexOf(input.id, before);
  const todo = withFields(before[index] as NamedTodo, input, before);
  return { todos: before.with(index, todo), id: input.id, remarks: [] };
}

function withFields(todo: NamedTodo, fields: TaskFields, list: readonly NamedTodo[]): NamedTodo {
  const {
    content,
    description,
    status,
    dependsOn = todo.dependsOn ?? [],
    parent = todo.parent ?? "",
  } = fields;
  const { dependsOn: _links, parent: _whole, ...rest } = todo;
  const links = [...new Set(dependsOn)];
  const known = new Set([...list.map(({ id }) => id), todo.id]);
  const missing = [...links, ...(parent === "" ? [] : [parent])].filter((id) => !known.has(id));
  if (missing.length > 0) throw unknownTask(missing[0] ?? "", list);
  const made: NamedTodo = {
    ...rest,
    ...(content !== undefined && { content }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
    ...(links.length > 0 && { dependsOn: links }),
    ...(parent !== "" && { parent }),
  };
  requireTodo(made, `task '${todo.id}'`, "title");
  return made;
}

function withoutTask(id: string, before: readonly NamedTodo[]): Change {
  const gone = before[indexOf(id, before)] as NamedTodo;
  const waiting = before.filter(({ dependsOn }) => dependsOn?.includes(id));
  const parts = before.filter(({ parent }) => parent === id);
  const todos = before
    .filter((todo) => todo !== gone)
    .map(({ dependsOn, parent, ...todo }): NamedTodo => {
      const links = dependsOn?.filter((link) => link !== id) ?? [];
      const whole = parent === id ? gone.parent : parent;
      return {
        ...todo,
        ...(links.length > 0 && { dependsOn: links }),
        ...(whole !== undefined && { parent: whole }),
      };
    });
  const names = (tasks: readonly NamedTodo[]) => tasks.map((task) => task.id).join(", ");
  return {
    todos,
    id,
    remarks: [
      ...(waiting.length > 0 ? [`No longer waited for by ${names(waiting)}.`] : []),
      ...(parts.length > 0
        ? [
            `Its parts ${names(parts)} are now ${gone.parent === undefined ? "at the top" : `parts of ${gone.parent}`}.`,
          ]
        : []),
    ],
  };
}

/** Tasks that waited before the change and wait no more. */
function nowReady(
  before: readonly NamedTodo[],
  after: readonly NamedTodo[],
  changedId: string,
): readonly string[] {
  const waited = new Set(
    listedTodos(before)
      .filter((task) => isOpen(task) && !task.ready)
      .map(({ id }) => id),
  );
  const ready = listedTodos(after).filter(
    (task) => task.ready && waited.has(task.id) && task.id !== changedId,
  );
  return ready.length === 0
    ? []
    : [`Ready now: ${ready.map(({ id, content }) => `${id} (${content})`).join(", ")}.`];
}

function indexOf(id: string, todos: readonly NamedTodo[]): number {
  const index = todos.findIndex((todo) => todo.id === id);
  if (index === -1) throw unknownTask(id, todos);
  return index;
}

/** Ids that an error names. */
const MAX_NAMED_TASKS = 30;

function unknownTask(id: string, todos: readonly NamedTodo[]): ToolError {
  const named = todos
    .slice(0, MAX_NAMED_TASKS)
    .map((todo) => todo.id)
    .join(", ");
  return new ToolError(
    `There is no task '${id}'. ${named === "" ? "The list is empty." : `The tasks are ${named}${todos.length > MAX_NAMED_TASKS ? " ..." : ""}.`} The list is as it was.`,
    { code: "unknown-task" },
  );
}
