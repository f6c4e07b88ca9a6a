import * as z from "zod";
import { delegateOperation } from "../../../tools/index.js";
import { agentText } from "../../agent-text.js";
import { face } from "../../face.js";

/** Claude Code's SendMessage: continues a subagent with a message. */
export function sendMessage() {
  return face(delegateOperation, {
    name: "SendMessage",
    description:
      "Sends a message to a subagent that Task started, and waits for its answer. The subagent continues with all that it knows.",
    inputSchema: z.object({
      to: z.string().describe("The task_id of the subagent"),
      message: z.string().describe("The message"),
      summary: z.string().describe("The message in a few words").optional(),
    }),
    parameterAliases: { to: ["recipient", "target", "agent_id"], message: ["content"] },
    toInput: ({ to, message, summary }) => ({
      prompt: message,
      description: summary,
      resume: to,
      wording: { prompt: "message", resume: "to" },
    }),
    toResult: (answer) => agentText(answer),
  });
}
