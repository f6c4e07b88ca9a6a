import * as z from "zod";
import {
  type ListedTodo,
  type TaskListInput,
  type TodoStatus,
  taskListOperation,
} from "../../../tools/index.js";
import { withoutUndefined } from "../../../values/index.js";
import { face } from "../../face.js";

const STATUSES = ["open", "in_progress", "completed", "cancelled"] as const;

/** State of a task in the task list of Amp. */
export type AmpStatus = (typeof STATUSES)[number];

/** Task in a result of task_list. */
export interface AmpTask {
  readonly taskID: string;
  readonly title: string;
  readonly status: AmpStatus;
  /** Whether it is open and has no open dependencies. */
  readonly ready: boolean;
  readonly description?: string;
  readonly dependsOn?: readonly string[];
  readonly parentID?: string;
}

/** Result of task_list. */
export interface AmpTaskListResult {
  /** Task that the call was about. */
  readonly task?: AmpTask;
  /** Requested tasks; all tasks after a change. */
  readonly tasks: readonly AmpTask[];
}

/** Amp's task_list: the task list of the session, task by task. */
export const taskList = () =>
  face(taskListOperation, {
    name: "task_list",
    description: `Keeps the task list of this thread, for yourself and for the user, who sees it. Tasks can depend on each other and be parts of others.

- Use it for work of three steps or more: create a task for each step, set it to in_progress when you begin and to completed as soon as it is done.
- dependsOn names the tasks that must be completed first; list with ready shows the tasks that can begin now.
- Actions: create (title), list (status, parentID, ready), get, update, delete (taskID).`,
    inputSchema: z.object({
      action: z.enum(["create", "list", "get", "update", "delete"]).describe("What to do"),
      taskID: z.string().describe("The task to get, update or delete").optional(),
      title: z.string().describe("What must be done, in a few words; for create and update").optional(),
      description: z.string().describe("Details of the task; for create and update").optional(),
      status: z
        .enum(STATUSES)
        .describe("Status of the task; for create and update. With list: only tasks of this status")
        .optional(),
      dependsOn: z
        .array(z.string())
        .describe("taskIDs that must be completed first, replacing the earlier ones; for create and update")
        .optional(),
      parentID: z
        .string()
        .describe(
          "The taskID of the task that this one is a part of, empty for none. With list: only parts of this task",
        )
        .optional(),
      ready: z.boolean().describe("With list: only tasks that can (or cannot) begin now").optional(),
    }),
    aliases: ["taskList"],
    parameterAliases: {
      taskID: ["task_id", "taskId", "id"],
      title: ["content", "subject"],
      dependsOn: ["depends_on", "blockedBy"],
      parentID: ["parent_id", "parentId", "parent"],
    },
    toInput: taskListInput,
    toResult: ({ task, tasks }): AmpTaskListResult => ({
      ...(task && { task: ampTask(task) }),
      tasks: tasks.map(ampTask),
    }),
    render: ({ task, tasks }, { input, output }) => {
      const rows = input.action === "get" && task !== undefined ? taskRows(task) : tasks.map(taskRow);
      const what =
        task === undefined || input.action === "get"
          ? undefined
          : `${DONE[input.action]} ${task.taskID}: ${task.title}`;
      const list =
        rows.length > 0 ? rows.join("\n") : input.action === "list" ? "No tasks." : "The list is empty now.";
      return [what, ...(output?.remarks ?? []), list].filter((part) => part !== undefined).join("\n");
    },
  });

const DONE: Readonly<Record<TaskListInput["action"], string>> = {
  create: "Created",
  update: "Updated",
  delete: "Deleted",
  get: "Task",
  list: "Tasks",
};

interface AmpTaskListInput {
  readonly action: TaskListInput["action"];
  readonly taskID?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: AmpStatus | undefined;
  readonly dependsOn?: readonly string[] | undefined;
  readonly parentID?: string | undefined;
  readonly ready?: boolean | undefined;
}

function taskListInput(input: AmpTaskListInput): TaskListInput {
  const { action, taskID = "", title, description, dependsOn, parentID, ready } = input;
  const status: TodoStatus | undefined = input.status === "open" ? "pending" : input.status;
  const fields = {
    ...withoutUndefined({ content: title, description, status, dependsOn, parent: parentID }),
  };
  switch (action) {
    case "create":
      return { action, ...fields, content: title ?? "", ...(taskID !== "" && { id: taskID }) };
    case "update":
      return { action, ...fields, id: taskID };
    case "list":
      return {
        action,
        ...withoutUndefined({ status, parent: parentID, ready }),
      };
    default:
      return { action, id: taskID };
  }
}

function ampTask({ id, content, status, ready, description, dependsOn, parent }: ListedTodo): AmpTask {
  return {
    taskID: id,
    title: content,
    status: status === "pending" ? "open" : status,
    ready,
    ...withoutUndefined({ description, dependsOn, parentID: parent }),
  };
}

const MARKS: Readonly<Record<AmpStatus, string>> = {
  open: " ",
  in_progress: ">",
  completed: "x",
  cancelled: "-",
};

function taskRow({ taskID, title, status, ready, dependsOn = [], parentID }: AmpTask): string {
  const notes = [
    ready ? "ready" : status === "open" ? `after ${dependsOn.join(", ")}` : undefined,
    parentID === undefined ? undefined : `part of ${parentID}`,
  ].filter((note) => note !== undefined);
  // A task is one row, whatever its title contains.
  return `[${MARKS[status]}] ${taskID}: ${title.replace(/\s+/g, " ")}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}

function taskRows(task: AmpTask): readonly string[] {
  return [taskRow(task), ...(task.description === undefined ? [] : [task.description])];
}
