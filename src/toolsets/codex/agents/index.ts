export { type CodexAgentStatus, closeAgent, listAgents, waitAgent } from "./agent-list.js";
export { type CodexAgentResult, sendInput, spawnAgent } from "./spawn-agent.js";
