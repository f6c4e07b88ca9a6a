export type { AgentEvent, AgentEventListener, AgentResult, ToolSelection } from "./loop/index.js";
export {
  type AgentRuntime,
  type RunAgentOptions,
  runAgent,
  type StreamAgentOptions,
  type StreamedAgentEvent,
  streamAgent,
} from "./loop/index.js";
export {
  type AgentKind,
  agentKinds,
  type SubagentOptions,
  type SubagentStarterOptions,
  subagentStarterOf,
} from "./subagents/index.js";
