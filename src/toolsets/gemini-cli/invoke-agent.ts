import * as z from "zod";
import { delegateOperation } from "../../tools/index.js";
import { agentText } from "../agent-text.js";
import { face } from "../face.js";

/** gemini-cli's invoke_agent: delegates a task to a subagent. */
export function invokeAgent() {
  return face(delegateOperation, {
    name: "invoke_agent",
    description: `Starts a subagent for a task of several steps, waits until it has finished, and returns its answer.

- agent_name "general" may change things, "explore" only reads; the host may have others.
- prompt is all that the subagent knows: say what to do, where, and what to answer.
- Invoke several in one turn to run them in parallel if they only read.`,
    inputSchema: z.object({
      agent_name: z.string().describe("Which subagent"),
      prompt: z.string().describe("The task for the subagent"),
    }),
    toInput: ({ agent_name: kind, prompt }) => ({
      ...{ kind, prompt },
      wording: { prompt: "prompt", kind: "agent_name", resume: false as const },
    }),
    toResult: (answer) => agentText(answer),
  });
}
