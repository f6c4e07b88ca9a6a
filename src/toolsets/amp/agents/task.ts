import * as z from "zod";
import { type AgentAnswer, delegateOperation } from "../../../tools/index.js";
import { agentText } from "../../agent-text.js";
import { face } from "../../face.js";
import { delegateInput, pathsParameter, taskIdParameter } from "../../task-parameters.js";

/** Result of Amp's subagents. */
export interface AmpTaskResult {
  /** Id for continuing the subagent. */
  readonly task_id: string;
  readonly text: string;
  /** `done`, or why it was stopped. */
  readonly ended: AgentAnswer["ended"];
  /** Absolute paths of the files that it changed. */
  readonly files: readonly string[];
}

/** Converts an answer to the shape that all subagents of this toolset share. */
export function ampTaskResult({ id, text, ended, files }: AgentAnswer): AmpTaskResult {
  return { task_id: id, text, ended, files };
}

/** Amp's Task: delegates a task to a subagent. */
export const task = () =>
  face(delegateOperation, {
    name: "Task",
    description: `Delegates a task to a subagent, which works independently with its own tools and context, and returns one answer at its end.

- Use it for work that would fill your context with details, or that can run in parallel: several Tasks sent together run in parallel if each names in paths what it changes, or only reads.
- The subagent knows nothing of this conversation. Put everything it needs into prompt: what to do, where, what to leave alone, what to answer.
- It has at most your permissions.
- Do not use it to read one file or to find one name; Read and Grep are faster. To find code by its purpose, use finder.
- The answer ends with the task_id: pass it to continue with the same subagent.`,
    inputSchema: z.object({
      description: z.string().describe("The task in a few words, for the user").optional(),
      prompt: z.string().describe("The whole task, in detail: the subagent knows nothing else"),
      subagent_type: z
        .string()
        .describe(
          'Which subagent: "general" (the default) may change things, "explore" only reads; the host may have others',
        )
        .optional(),
      paths: pathsParameter(),
      task_id: taskIdParameter(),
    }),
    parameterAliases: { task_id: ["resume"] },
    toInput: delegateInput,
    toResult: ampTaskResult,
    render: (result, { output }) => `${agentText(output ?? result)}\n\ntask_id: ${result.task_id}`,
  });
