import * as z from "zod";
import type { DelegateInput } from "../tools/index.js";

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

/** Converts the parameters of a task, which two toolsets name alike. */
export function delegateInput(task: {
  readonly prompt: string;
  readonly description?: string | undefined;
  readonly subagent_type?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly task_id?: string | undefined;
}): DelegateInput {
  const { prompt, description, subagent_type: kind, paths, task_id: resume } = task;
  return { prompt, description, kind, paths, resume };
}
