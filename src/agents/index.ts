export type { AgentEvent, AgentEventListener, AgentResult, ToolSelection } from "./loop/index.js";
export {
  type AgentRuntime,
  DEFAULT_COMPACT_AT_TOKENS,
  DEFAULT_MAX_STEPS,
  DEFAULT_REPLY_TIMEOUT_MS,
  type RunAgentOptions,
  runAgent,
} from "./loop/index.js";
export {
  type AgentKind,
  agentKinds,
  createSubagentStarter,
  DEFAULT_MAX_AT_ONCE,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PER_SESSION,
  DEFAULT_SUBAGENT_BUDGET,
  type SubagentOptions,
  type SubagentStarterOptions,
  subagentStarterOf,
} from "./subagents/index.js";
