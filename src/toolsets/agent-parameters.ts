import * as z from "zod";

/** Parameter for the folders and files that a task changes, in this wording for toolsets whose agents have none. */
export const pathsParameter = () =>
  z
    .array(z.string())
    .describe(
      "Files and folders that the task will change. It may then change no others, and tasks with different paths run in parallel; omit it if the task may change any file",
    )
    .optional();

/** Parameter for the subagent to continue. */
export const taskIdParameter = () =>
  z
    .string()
    .describe("The task_id of an earlier answer: that subagent continues, and knows what it did")
    .optional();
