import * as z from "zod";

/** The folders and files that a task changes: the same in each toolset, whose agents have no word for it. */
export const pathsParameter = () =>
  z
    .array(z.string())
    .describe(
      "Files and folders that the task will change. It may change no others then, and tasks with different ones run side by side; leave it out when it may have to change anything",
    )
    .optional();

/** The subagent that goes on. */
export const taskIdParameter = () =>
  z
    .string()
    .describe("The task_id of an earlier answer: that subagent goes on, and knows what it did")
    .optional();
