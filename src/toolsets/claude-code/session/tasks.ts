import * as z from "zod";
import { type ListedTodo, taskListOperation } from "../../../tools/index.js";
import { face } from "../../face.js";

const taskId = () => z.string().describe("The id of the task");

/** Claude Code's TaskCreate: adds a task to the list of the session. */
export function taskCreate() {
  return face(taskListOperation, {
    name: "TaskCreate",
    description: `Adds a task to the task list of this session, which the user sees. Returns its id.

- Use it for work of three steps or more: one task for each step.
- A new task is pending. Change its status, and what it depends on, with TaskUpdate.`,
    inputSchema: z.object({
      subject: z.string().describe('What must be done, in a few words: "Run the tests"'),
      description: z.string().describe("Details of the task").optional(),
      activeForm: z.string().describe('Text to show while it is in progress: "Running the tests"').optional(),
    }),
    toInput: ({ subject, description, activeForm }) => ({
      action: "create" as const,
      content: subject,
      description,
      activeForm,
    }),
    toResult: ({ task }) => `Task #${task?.id} created successfully: ${task?.content}`,
  });
}

/** Claude Code's TaskUpdate: changes a task, or deletes it. */
export function taskUpdate() {
  return face(taskListOperation, {
    name: "TaskUpdate",
    description: `Changes a task of the task list.

- Set a task to in_progress before you begin it, and to completed as soon as it is done. The status deleted removes it.
- addBlockedBy names tasks that must be completed before this one, addBlocks tasks that must wait for it.`,
    inputSchema: z.object({
      taskId: taskId(),
      status: z
        .enum(["pending", "in_progress", "completed", "deleted"])
        .describe("Status of the task")
        .optional(),
      subject: z.string().describe("What must be done, in a few words").optional(),
      description: z.string().describe("Details of the task").optional(),
      activeForm: z.string().describe("Text to show while it is in progress").optional(),
      addBlockedBy: z.array(z.string()).describe("Ids of tasks that must be completed first").optional(),
      addBlocks: z.array(z.string()).describe("Ids of tasks that must wait for this one").optional(),
    }),
    toInput: ({ taskId: id, status, subject, description, activeForm, addBlockedBy, addBlocks }) =>
      status === "deleted"
        ? { action: "delete" as const, id }
        : {
            action: "update" as const,
            id,
            status,
            content: subject,
            description,
            activeForm,
            addDependsOn: addBlockedBy,
            addBlocks,
          },
    toResult: ({ action, remarks }, { taskId: id, ...changed }) =>
      [
        action === "delete"
          ? `Deleted task #${id}`
          : `Updated task #${id} ${Object.keys(changed).join(", ")}`,
        ...remarks,
      ].join("\n"),
  });
}

/** Claude Code's TaskGet: one task with its description. */
export function taskGet() {
  return face(taskListOperation, {
    name: "TaskGet",
    description:
      "Returns one task of the task list with its description, its status and the tasks that it depends on.",
    inputSchema: z.object({ taskId: taskId() }),
    toInput: ({ taskId: id }) => ({ action: "get" as const, id }),
    toResult: ({ task }) => (task === undefined ? "No such task." : taskText(task)),
  });
}

/** Claude Code's TaskList: all tasks in short. */
export function taskList() {
  return face(taskListOperation, {
    name: "TaskList",
    description:
      "Lists the tasks of this session: their id, status, subject, and the open tasks that they wait for.",
    inputSchema: z.object({}),
    toInput: () => ({ action: "list" as const }),
    toResult: ({ tasks }) => (tasks.length === 0 ? "No tasks found" : tasks.map(taskRow).join("\n")),
  });
}

function taskRow({ id, status, content, waitsFor }: ListedTodo): string {
  const blocked =
    waitsFor.length === 0 ? "" : ` [blocked by ${waitsFor.map((each) => `#${each}`).join(", ")}]`;
  // A task is one row, whatever its subject contains.
  return `#${id} [${status}] ${content.replace(/\s+/g, " ")}${blocked}`;
}

function taskText({ id, content, status, description, dependsOn = [] }: ListedTodo): string {
  return [
    `Task #${id}: ${content}`,
    `Status: ${status}`,
    ...(description === undefined ? [] : [`Description: ${description}`]),
    ...(dependsOn.length === 0 ? [] : [`Blocked by: ${dependsOn.map((each) => `#${each}`).join(", ")}`]),
  ].join("\n");
}
