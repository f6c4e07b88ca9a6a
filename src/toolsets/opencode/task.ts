import * as z from "zod";
import { type AgentAnswer, delegateOperation } from "../../tools/index.js";
import { agentText } from "../agent-text.js";
import { face } from "../face.js";
import { pathsParameter, taskIdParameter } from "../task-parameters.js";
import { type OpenCodeResult, openCodeContent, requiredByName } from "./results/index.js";

/** Result of OpenCode's task. */
export type OpenCodeTaskResult = OpenCodeResult<{
  /** Session of the subagent. */
  readonly sessionId: string;
  readonly ended: AgentAnswer["ended"];
  /** Absolute paths of the files that it changed. */
  readonly files: readonly string[];
}>;

/** OpenCode's task: delegates a task to a subagent. */
export function task() {
  return face(delegateOperation, {
    name: "task",
    description: `Delegates a task of several steps to a subagent, which works independently and returns one answer.

- subagent_type says which: "general" may change things, "explore" only reads and searches; the host may have others.
- The subagent knows only prompt. State in detail what to do and what to answer.
- Send several in one message: they run in parallel when they only read, or name in paths what they change.
- Its answer is for you and not for the user. With the id of an answer as task_id the same subagent continues.
- Not for a single file or a known name: read and grep are faster.`,
    inputSchema: z.object({
      description: requiredByName(z.string().describe("The task in three to five words"), "Task"),
      prompt: z.string().describe("The task: all that the subagent knows"),
      subagent_type: requiredByName(z.string().describe("Which subagent to use"), "general"),
      task_id: taskIdParameter(),
      paths: pathsParameter(),
    }),
    toInput: ({ description, prompt, subagent_type, task_id, paths }) => ({
      description,
      prompt,
      kind: subagent_type,
      resume: task_id,
      paths,
    }),
    toResult: (output, { description }): OpenCodeTaskResult => {
      const { id, ended, files } = output;
      const state = ended === "done" ? "completed" : "error";
      // The answer must not close the envelope that marks its origin.
      const text = agentText(output).replace(/<(?=\/?task)/gi, "&lt;");
      return {
        title: description,
        metadata: { sessionId: id, ended, files },
        output: `<task id="${id}" state="${state}">\n<task_result>\n${text}\n</task_result>\n</task>`,
      };
    },
    render: openCodeContent,
  });
}
