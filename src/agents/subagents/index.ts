export { type AgentKind, DEFAULT_SUBAGENT_BUDGET } from "./agent-kind.js";
export { agentKinds } from "./built-in-kinds.js";
export { createSubagentStarter, subagentStarterOf } from "./create-subagent-starter.js";
export {
  DEFAULT_MAX_AT_ONCE,
  DEFAULT_MAX_DEPTH,
  DEFAULT_MAX_PER_SESSION,
  type SubagentOptions,
  type SubagentStarterOptions,
} from "./subagent-options.js";
