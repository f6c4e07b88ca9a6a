export type { AgentEvent, AgentEventListener, AgentResult } from "./agent-event.js";
export { abortWatch } from "./agent-stop.js";
export type { ToolSelection } from "./offered-tools.js";
export { runAgent } from "./run-agent.js";
export type {
  AgentRuntime,
  RunAgentOptions,
} from "./run-agent-options.js";
export { type StreamAgentOptions, type StreamedAgentEvent, streamAgent } from "./stream-agent.js";
