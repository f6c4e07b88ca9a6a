export { ApprovalSeals, type SealOutcome } from "./approval-seals.js";
export type {
  AfterCallAnswer,
  BeforeCallAnswer,
  CallHook,
  CallQuestionAnswer,
  HookCall,
  HookOptions,
} from "./call-hook.js";
export { bothConfinements, confinedShell } from "./confined-shell.js";
export { createEventHub } from "./event-hub.js";
export type { Middleware, MiddlewareCall } from "./middleware.js";
export { loadPlugins, type Plugin, type PluginEntry, type PluginHost, type PluginReport } from "./plugins.js";
export { processApprovals } from "./process-approvals.js";
export { NOTHING, requireService, type ServiceName } from "./require-service.js";
export type {
  CallWatcher,
  ObservedCall,
  ObservedRun,
  RunObserver,
  RunWatcher,
  StartedCall,
} from "./run-observer.js";
export { type ApprovalAnswers, type BroughtAnswer, type RunScope, stopSignals } from "./run-scope.js";
export type { InProcessExecutor, RunHandle, RuntimeServices } from "./runtime-services.js";
export { lateStarter, type SubagentStarter } from "./runtime-services.js";
export { needsShell, toolEnvironment } from "./tool-environment.js";
