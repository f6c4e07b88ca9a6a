export type { AgentKind } from "./agent-kind.js";
export { agentKinds } from "./built-in-kinds.js";
export { subagentStarterOf } from "./create-subagent-starter.js";
export type {
  SubagentOptions,
  SubagentStarterOptions,
} from "./subagent-options.js";
