export {
  type CallExplanation,
  type ExplainOptions,
  type ListToolsOptions,
  loadPipeline,
} from "./calls/index.js";
export {
  requireBackend,
  requireFolderPaths,
  requireOptionsObject,
  requireToolList,
} from "./check-host-options.js";
export { createRuntime, type ToolMapOf } from "./create-runtime.js";
export { copyJsonInSteps } from "./host/copy-json.js";
export { isList, kindOf } from "./host/kind-of.js";
export { readMembers } from "./host/read-members.js";
export { type GivenResult, readResult } from "./host/read-result.js";
export { refusePromises } from "./host/refuse-promises.js";
export { UnusableValue } from "./host/unusable-value.js";
export { toolboxConfig } from "./judge/index.js";
export { RUNTIME_OPTION_NAMES } from "./runtime-option-names.js";
export {
  type ConcurrencyOptions,
  type CoreRuntimeOptions,
  checkModel,
  type RuntimeOptions,
} from "./runtime-options.js";
export type {
  AfterCallAnswer,
  ApprovalAnswers,
  BeforeCallAnswer,
  CallHook,
  CallQuestionAnswer,
  CallWatcher,
  HookCall,
  HookOptions,
  Middleware,
  MiddlewareCall,
  ObservedCall,
  ObservedRun,
  Plugin,
  PluginEntry,
  PluginHost,
  PluginReport,
  RunObserver,
  RunWatcher,
  StartedCall,
  SubagentStarter,
} from "./services/index.js";
export type {
  ExportedSession,
  ExportSessionOptions,
  ImportSessionOptions,
  OmittedEntries,
  RuntimeSession,
  SessionLimits,
  SessionOptions,
  SessionSubagent,
} from "./sessions/index.js";
export { steadyClock } from "./steady-clock.js";
export type { ExecuteOptions, ToolMap, ToolRuntime } from "./tool-runtime.js";
export {
  type ContentRecording,
  canonicalJson,
  DEFAULT_TRUNCATION,
  InFlightList,
  recordedInput,
  recordedOutput,
  recordedText,
} from "./values/index.js";
