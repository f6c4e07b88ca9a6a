export type { AgentEvent, AgentEventListener } from "./agent-event.js";
export { type AgentKind, DEFAULT_SUBAGENT_BUDGET } from "./agent-kind.js";
export type { AgentResult } from "./agent-result.js";
export { agentKinds } from "./built-in-kinds.js";
export { createSubagentStarter, subagentStarterOf } from "./create-subagent-starter.js";
export type { ToolSelection } from "./offered-tools.js";
export { runAgent } from "./run-agent.js";
export {
  type AgentRuntime,
  DEFAULT_COMPACT_AT_TOKENS,
  DEFAULT_MAX_STEPS,
  DEFAULT_REPLY_TIMEOUT_MS,
  type RunAgentOptions,
} from "./run-agent-options.js";
export {
  DEFAULT_MAX_AT_ONCE,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PER_SESSION,
  type SubagentOptions,
  type SubagentStarterOptions,
} from "./subagent-options.js";
