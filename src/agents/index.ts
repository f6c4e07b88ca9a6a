export type { AgentEvent, AgentEventListener, AgentResult, ToolSelection } from "./loop/index.js";
export {
  type AgentRuntime,
  type RunAgentOptions,
  runAgent,
} from "./loop/index.js";
export {
  type AgentKind,
  agentKinds,
  type SubagentOptions,
  type SubagentStarterOptions,
  subagentStarterOf,
} from "./subagents/index.js";
