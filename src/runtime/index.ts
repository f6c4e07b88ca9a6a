export { canonicalJson } from "./canonical-json.js";
export { createRuntime, type ToolMapOf } from "./create-runtime.js";
export type { CallExplanation } from "./explain-call.js";
export { type GivenResult, readResult } from "./host/read-result.js";
export { UnusableValue } from "./host/unusable-value.js";
export type { ListToolsOptions } from "./list-tools.js";
export { LiveList } from "./live-list.js";
export type { Middleware, MiddlewareCall } from "./middleware.js";
export type { Plugin, PluginEntry, PluginHost, PluginReport } from "./plugins.js";
export { redactJson } from "./redaction.js";
export type {
  CallWatcher,
  ObservedCall,
  ObservedRun,
  RunObserver,
  RunWatcher,
  StartedCall,
} from "./run-observer.js";
export type { ApprovalAnswers } from "./run-scope.js";
export {
  DEFAULT_MAX_CONCURRENCY,
  DEFAULT_MAX_TOTAL_TIMEOUT_MS,
  DEFAULT_TIMEOUT_MS,
  DEFAULT_TRUNCATION,
} from "./runtime-defaults.js";
export {
  type ConcurrencyOptions,
  type CoreRuntimeOptions,
  checkModel,
  type RuntimeOptions,
} from "./runtime-options.js";
export type { RuntimeSession, SessionOptions } from "./session.js";
export type { SessionLimits } from "./session-limits.js";
export type { SubagentStarter } from "./subagent-starter.js";
export { systemClock } from "./system-clock.js";
export { textFingerprint } from "./text-fingerprint.js";
export type { ExecuteOptions, ToolMap, ToolRuntime } from "./tool-runtime.js";
export type {
  ExportedSession,
  ExportSessionOptions,
  ImportSessionOptions,
  OmittedEntries,
} from "./travelling-session.js";
