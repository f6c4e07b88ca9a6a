import * as z from "zod";
import { listAgentsOperation, type RememberedAgent } from "../../../tools/index.js";
import { face } from "../../face.js";

/** Status of an agent in Codex' results. */
export interface CodexAgentStatus {
  readonly [id: string]: { readonly completed: string };
}

/** Codex' wait_agent: returns the answers of agents, which have always finished. */
export function waitAgent() {
  return face(listAgentsOperation, {
    name: "wait_agent",
    description:
      "Returns the status and the last answer of agents that spawn_agent started; without targets, of all agents of this session.",
    inputSchema: z.object({
      targets: z.array(z.string()).describe("The agent_ids").optional(),
    }),
    parameterAliases: { targets: ["ids", "target"] },
    toInput: ({ targets }) => ({ ids: targets }),
    toResult: (agents): { readonly status: CodexAgentStatus; readonly timed_out: boolean } => ({
      status: statusOf(agents),
      timed_out: false,
    }),
    render: (result) => JSON.stringify(result),
  });
}

/** Codex' list_agents: the agents of the session. */
export function listAgents() {
  return face(listAgentsOperation, {
    name: "list_agents",
    description:
      "Lists the agents that spawn_agent started in this session, with the id and the type of each, oldest first.",
    inputSchema: z.object({}),
    toInput: () => ({}),
    toResult: (agents) => ({ agents: agents.map(({ id, kind }) => ({ agent_id: id, agent_type: kind })) }),
    render: (result) => JSON.stringify(result),
  });
}

/** Codex' close_agent: removes an agent from the session. */
export function closeAgent() {
  return face(listAgentsOperation, {
    name: "close_agent",
    description:
      "Removes an agent from the list of agents, and returns its last answer. Close the agents that you do not need any more.",
    inputSchema: z.object({ target: z.string().describe("The agent_id") }),
    parameterAliases: { target: ["id", "agent_id"] },
    toInput: ({ target }) => ({ ids: [target], forget: true }),
    toResult: (agents): { readonly previous_status: CodexAgentStatus } => ({
      previous_status: statusOf(agents),
    }),
    render: (result) => JSON.stringify(result),
  });
}

function statusOf(agents: readonly RememberedAgent[]): CodexAgentStatus {
  return Object.fromEntries(agents.map(({ id, text }) => [id, { completed: text }]));
}
