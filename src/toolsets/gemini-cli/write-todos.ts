import * as z from "zod";
import { writeTodosOperation } from "../../tools/index.js";
import { face } from "../face.js";

/** gemini-cli's write_todos: the to-do list of the session, always written as a whole. */
export function writeTodos() {
  return face(writeTodosOperation, {
    name: "write_todos",
    description: `Writes the list of subtasks of your work, which the user sees. Each call replaces the whole list.

- Use it for work of several steps. Set a task to in_progress before you begin it, one at a time, and to completed as soon as it is done.
- Set a task to cancelled if it is not needed any more.`,
    inputSchema: z.object({
      todos: z
        .array(
          z.object({
            description: z.string().describe("What must be done"),
            status: z
              .enum(["pending", "in_progress", "completed", "cancelled"])
              .describe("Status of the task"),
          }),
        )
        .describe("The whole list, in order"),
    }),
    toInput: ({ todos }) => ({
      maxInProgress: 1,
      todos: todos.map(({ description, status }) => ({ content: description, status })),
      wording: { content: "description" },
    }),
    toResult: ({ todos, warnings }) =>
      [
        todos.length === 0
          ? "Successfully cleared the todo list."
          : "Successfully updated the todo list. The current list is now:",
        ...todos.map(
          ({ status, content }, index) => `${index + 1}. [${status}] ${content.replace(/\s+/g, " ")}`,
        ),
        ...warnings,
      ].join("\n"),
  });
}
