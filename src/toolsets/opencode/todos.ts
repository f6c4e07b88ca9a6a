import * as z from "zod";
import { readTodosOperation, type Todo, writeTodosOperation } from "../../tools/index.js";
import { withoutUndefined } from "../../values/index.js";
import { face } from "../face.js";
import { type OpenCodeResult, openCodeContent, requiredByName } from "./results/index.js";

/** Result of todowrite and todoread. */
export type OpenCodeTodoResult = OpenCodeResult<{ readonly todos: readonly Todo[] }>;

const STATUSES = ["pending", "in_progress", "completed", "cancelled"] as const;

const PRIORITIES = ["high", "medium", "low"] as const;

/** OpenCode's todowrite: the to-do list of the session, always written as a whole. */
export function todowrite() {
  return face(writeTodosOperation, {
    name: "todowrite",
    description: `Writes your to-do list for this session: always the whole list, replacing the previous one.

- Use it for work of three steps or more, and when the user requests several things. A simple task needs no list.
- Set a task to in_progress before you begin it, one at a time, and to completed as soon as it is done.
- Set tasks that are no longer needed to cancelled, and add tasks that you discover.`,
    inputSchema: z.object({
      todos: z
        .array(
          z.object({
            content: z.string().describe("What must be done, in a sentence"),
            status: z.enum(STATUSES).describe("How far it is: pending, in_progress, completed or cancelled"),
            priority: requiredByName(
              z.enum(PRIORITIES).describe("How much it matters: high, medium or low"),
              "medium",
            ),
            id: z.string().describe("A permanent id of the task; generated if absent").optional(),
            dependsOn: z.array(z.string()).describe("Ids of tasks that must be completed first").optional(),
          }),
        )
        .describe("The whole list, in the order in which to work"),
    }),
    toInput: ({ todos }) => ({
      todos: todos.map(({ id, dependsOn, ...todo }) => ({
        ...todo,
        ...withoutUndefined({ id, dependsOn }),
      })),
    }),
    toResult: ({ todos }) => todoResult(todos),
    render: openCodeContent,
  });
}

/** OpenCode's todoread: the list as it was written. */
export function todoread() {
  return face(readTodosOperation, {
    name: "todoread",
    description:
      "Reads the to-do list of this session as you last wrote it with todowrite. Read it when you begin, and whenever you are not sure what comes next.",
    inputSchema: z.object({}),
    toInput: () => ({}),
    toResult: todoResult,
    render: openCodeContent,
  });
}

function todoResult(todos: readonly Todo[]): OpenCodeTodoResult {
  const open = todos.filter(({ status }) => status !== "completed").length;
  return { title: `${open} todos`, metadata: { todos }, output: JSON.stringify(todos, null, 2) };
}
