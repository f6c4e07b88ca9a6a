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

/**
 * Creates the parameter for an optional folder: to search in, or to run a command in. `"undefined"` and `"null"` count as omitted: models write
 * them although OpenCode asks them not to. A folder with such a name is available as `./null`.
 */
export function folderParameter(description: string): z.ZodOptional<z.ZodString> {
  const folder = z.string().describe(description).optional();
  // A preprocess shows the schema inside it, and its own type would only hide that.
  return z.preprocess(leftOut, folder).optional() as unknown as typeof folder;
}

function leftOut(value: unknown): unknown {
  return value === "undefined" || value === "null" ? undefined : value;
}

/** Parameter for the options of a question. */
export const optionsParameter = (description: string) =>
  z
    .array(
      z.object({
        label: z.string().describe("The option, in a few words"),
        description: z.string().describe("What choosing it means").optional(),
      }),
    )
    .describe(description);

/** Parameter for the answers, which the approver fills in. */
export const answersParameter = () =>
  z
    .array(
      z.object({
        question: z.string().describe("The question as it was asked"),
        answer: z.string().describe("The user's answer"),
      }),
    )
    .describe("Filled in by the user; omit it")
    .optional();
