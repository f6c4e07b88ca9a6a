import { ToolError } from "../../contract/index.js";
import { withoutUndefined } from "../../values/index.js";
import type { Operation } from "../operation.js";
import { type NamedTodo, nextId, withIds } from "./todo-ids.js";
import { invalidTodos, MAX_TODOS, requireNoCircles, requireTodo } from "./todo-limits.js";
import { isOpen, type ListedTodo, listedTodos } from "./todo-links.js";
import { replaceTodos, type TodoStatus, todosOf } from "./todo-list.js";

/** Fields of a task. */
export interface TaskFields {
  readonly content?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: TodoStatus | undefined;
  /** Text to show while it is in progress. */
  readonly activeForm?: string | undefined;
  /** Replaces its dependencies. */
  readonly dependsOn?: readonly string[];
  /** `""`: no parent. */
  readonly parent?: string;
}

/** One change of the task list, or a request for it. */
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
  | ({
      readonly action: "update";
      readonly id: string;
      /** Adds to its dependencies. */
      readonly addDependsOn?: readonly string[] | undefined;
      /** Ids of tasks that depend on it from now on. */
      readonly addBlocks?: readonly string[] | undefined;
    } & TaskFields);

/** The task of the call, and the list. */
export interface TaskListOutput {
  readonly action: TaskListInput["action"];
  /** Absent for a list; for a deletion, the task before it. */
  readonly task?: ListedTodo;
  /** The requested tasks of a list; otherwise the whole current list. */
  readonly tasks: readonly ListedTodo[];
  /** Effects of the change on other tasks. */
  readonly remarks: readonly string[];
}

/**
 * Reads and changes single tasks of the session's list: the same list that `writeTodosOperation` writes as a whole. A
 * change also records the list as `todos` in its metadata.
 *
 * Deleting a task removes it from the dependencies of others, and its subtasks move to its parent. Errors:
 * `unknown-task` for an unknown id, `invalid-input` for a task without text, an id that is taken, invalid or cyclic
 * links, and a full list; the list then stays unchanged.
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
      throw invalidTodos(`The list has ${before.length} tasks, the maximum. Delete those that are done.`);
    }
    const id = input.id ?? nextId(before.map((todo) => todo.id));
    if (id.trim() === "" || /\p{Cc}/u.test(id) || before.some((todo) => todo.id === id)) {
      throw invalidTodos(
        `The id '${id.slice(0, 60).replace(/\p{Cc}/gu, "?")}' cannot be used for a new task: it is empty, taken, or contains line ends. Leave it out.`,
      );
    }
    const todo = withFields({ id, content: input.content, status: "pending" }, input, before);
    return { todos: [...before, todo], id, remarks: [] };
  }
  const { addDependsOn = [], addBlocks = [], ...fields } = input;
  const index = indexOf(input.id, before);
  const old = before[index] as NamedTodo;
  const links = [...(fields.dependsOn ?? old.dependsOn ?? []), ...addDependsOn];
  const todo = withFields(old, { ...fields, dependsOn: links }, before);
  const missing = addBlocks.find((id) => !before.some((each) => each.id === id));
  if (missing !== undefined) throw unknownTask(missing, before);
  const todos = before
    .with(index, todo)
    .map((each) =>
      addBlocks.includes(each.id)
        ? { ...each, dependsOn: [...new Set([...(each.dependsOn ?? []), todo.id])] }
        : each,
    );
  return { todos, id: input.id, remarks: [] };
}

function withFields(todo: NamedTodo, fields: TaskFields, list: readonly NamedTodo[]): NamedTodo {
  const {
    content,
    description,
    status,
    activeForm,
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
    ...withoutUndefined({ content, description, status, activeForm }),
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
      ...(waiting.length > 0 ? [`No longer a dependency of ${names(waiting)}.`] : []),
      ...(parts.length > 0
        ? [
            `Its subtasks ${names(parts)} are now ${gone.parent === undefined ? "top-level tasks" : `subtasks of ${gone.parent}`}.`,
          ]
        : []),
    ],
  };
}

/** Returns the tasks whose last dependency was resolved by the change. */
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
  const problem = id === "" ? "taskID is missing." : `There is no task '${id}'.`;
  return new ToolError(
    `${problem} ${named === "" ? "The list is empty." : `The tasks are ${named}${todos.length > MAX_NAMED_TASKS ? " ..." : ""}.`} The list is unchanged.`,
    { code: "unknown-task" },
  );
}
