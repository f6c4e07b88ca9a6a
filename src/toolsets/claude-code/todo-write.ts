import * as z from "zod";
import { type Todo, writeTodosOperation } from "../../tools/index.js";
import { withoutUndefined } from "../../values/index.js";
import { face } from "../face.js";

/** Claude Code's TodoWrite: the to-do list of the session, always written as a whole. */
export function todoWrite() {
  return face(writeTodosOperation, {
    name: "TodoWrite",
    description: `Keeps the to-do list of this task, for yourself and for the user, who sees it.

- Use it for work of three steps or more. Each call writes the whole list; omitted tasks are removed.
- Set a task to in_progress before you begin it, one at a time, and to completed as soon as it is done.
- activeForm describes the task while it is in progress: content "Run the tests", activeForm "Running the tests".`,
    inputSchema: z.object({
      todos: z
        .array(
          z.object({
            content: z.string().describe("What must be done"),
            status: z.enum(["pending", "in_progress", "completed"]).describe("Status of the task"),
            activeForm: z.string().describe("The description while it is in progress").optional(),
            id: z.string().describe("A permanent id of the task; generated if absent").optional(),
            dependsOn: z.array(z.string()).describe("Ids of tasks that must be completed first").optional(),
          }),
        )
        .describe("The whole list, in order"),
    }),
    toInput: ({ todos }) => ({
      maxInProgress: 1,
      todos: todos.map(({ content, status, activeForm, id, dependsOn }) => ({
        content,
        status,
        ...withoutUndefined({ activeForm, id, dependsOn }),
      })),
    }),
    toResult: ({ todos }): { readonly todos: readonly Todo[] } => ({ todos }),
    render: ({ todos }, { output }) => {
      const open = todos.filter(({ status }) => status !== "completed").length;
      const written =
        todos.length === 0 ? "The list is empty now." : `The list is kept: ${open} of ${todos.length} open.`;
      return [written, ...(output?.warnings ?? [])].join("\n");
    },
  });
}
