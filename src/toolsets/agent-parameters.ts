import * as z from "zod";

/** Parameter for the folders and files that a task changes, in this wording for toolsets whose agents have none. */
export const pathsParameter = () =>
  z
    .array(z.string())
    .describe(
      "Files and folders that the task will change. It may change no others then, and tasks with different ones run side by side; leave it out when it may have to change anything",
    )
    .optional();

/** Parameter for the subagent to continue. */
export const taskIdParameter = () =>
  z
    .string()
    .describe("The task_id of an earlier answer: that subagent continues, and knows what it did")
    .optional();
