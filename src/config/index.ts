export { AgentConfig, type AgentConfigParts } from "./agent-config.js";
export {
  type ConfigEntry,
  type ConfigFiles,
  type ConfigText,
  localConfigFiles,
  MAX_CONFIG_BYTES,
} from "./files/index.js";
export type { Guidance } from "./guidance/index.js";
export type {
  LifecycleAnswer,
  LifecycleEvent,
  LifecycleHooks,
  LifecycleOptions,
} from "./hooks/index.js";
export type { ConfigSandbox } from "./load/index.js";
export { type LoadAgentConfigOptions, loadAgentConfig } from "./load-agent-config.js";
export { CONFIG_OWNERS, type ConfigOwner, type SourcedRule } from "./policy/index.js";
export type { ConfigNotice, ConfigNoticeKind, ConfigOrigin } from "./report/index.js";
export type { ConfiguredSkill } from "./skills/index.js";
