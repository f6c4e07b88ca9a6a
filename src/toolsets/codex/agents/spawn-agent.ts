import * as z from "zod";
import { type AgentAnswer, rememberedDelegateOperation } from "../../../tools/index.js";
import { agentText } from "../../agent-text.js";
import { face } from "../../face.js";

/** Result of Codex' spawn_agent and send_input. */
export interface CodexAgentResult {
  readonly agent_id: string;
  /** Its answer, and in brackets why it is incomplete. */
  readonly message: string;
}

/** Codex' spawn_agent: runs a task in a subagent. Unlike Codex, it returns when the subagent has finished. */
export function spawnAgent() {
  return face(rememberedDelegateOperation, {
    name: "spawn_agent",
    description: `Starts an agent for a task, waits until it has finished, and returns its answer and its agent_id.

- message is all that the agent knows: state what to do, where, and what to answer.
- agent_type "explorer" only reads, "worker" may change things; the host may have others.
- Start several in one turn to run them in parallel if they only read. Continue one with send_input.`,
    inputSchema: z.object({
      message: z.string().describe("The task"),
      agent_type: z.string().describe('Which agent; default "worker"').optional(),
      task_name: z.string().describe("The task in a few words").optional(),
    }),
    toInput: ({ message, agent_type, task_name }) => ({
      prompt: message,
      kind: agent_type,
      description: task_name,
      wording: { prompt: "message", kind: "agent_type", resume: "target" },
    }),
    toResult: agentResult,
    render: (result) => JSON.stringify(result),
  });
}

/** Codex' send_input: continues a subagent with a message. */
export function sendInput() {
  return face(rememberedDelegateOperation, {
    name: "send_input",
    description:
      "Sends a message to an agent that spawn_agent started, waits until it has finished, and returns its answer. The agent continues with all that it knows.",
    inputSchema: z.object({
      target: z.string().describe("The agent_id"),
      message: z.string().describe("The message"),
    }),
    aliases: ["send_message", "followup_task"],
    parameterAliases: { target: ["id", "agent_id"] },
    toInput: ({ target, message }) => ({
      prompt: message,
      resume: target,
      wording: { prompt: "message", resume: "target" },
    }),
    toResult: agentResult,
    render: (result) => JSON.stringify(result),
  });
}

function agentResult(answer: AgentAnswer): CodexAgentResult {
  return { agent_id: answer.id, message: agentText(answer) };
}
