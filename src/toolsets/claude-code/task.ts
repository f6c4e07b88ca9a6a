import * as z from "zod";
import { type AgentAnswer, delegateOperation } from "../../tools/index.js";
import { agentText } from "../agent-text.js";
import { face } from "../face.js";
import { delegateInput, pathsParameter, taskIdParameter } from "../task-parameters.js";

/** Result of Task. */
export interface ClaudeCodeTaskResult {
  /** Id for continuing the subagent. */
  readonly task_id: string;
  readonly text: string;
  readonly ended: AgentAnswer["ended"];
  /** Absolute paths of the files that it changed. */
  readonly files: readonly string[];
}

/** Claude Code's Task: delegates a task to a subagent. */
export function task() {
  return face(delegateOperation, {
    name: "Task",
    description: `Launches a subagent that carries out a task of several steps independently and returns one answer.

- subagent_type "general-purpose" may change things, "explore" only reads; the host may have others.
- prompt is all that the subagent knows: state what to do, where, and what to answer.
- Launch several in one message to run them in parallel if they only read or name in paths what they change.
- For one file or a name that you know, Read and Grep are faster.`,
    inputSchema: z.object({
      description: z.string().describe("The task in three to five words").optional(),
      prompt: z.string().describe("The task for the subagent"),
      subagent_type: z.string().describe('Which subagent; default "general-purpose"').optional(),
      paths: pathsParameter(),
      task_id: taskIdParameter(),
    }),
    parameterAliases: { task_id: ["resume"] },
    toInput: delegateInput,
    toResult: ({ id, text, ended, files }): ClaudeCodeTaskResult => ({ task_id: id, text, ended, files }),
    render: (result, { output }) => `${agentText(output ?? result)}\n\ntask_id: ${result.task_id}`,
  });
}
