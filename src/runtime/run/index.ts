export { startQuestion } from "./call-diagnostics.js";
export { CallExecution } from "./call-execution.js";
export { type CallScope, unrunBase } from "./call-scope.js";
export { Deadline, startDeadline } from "./deadline.js";
export { createInProcessExecutor } from "./in-process-executor.js";
export { RunStop } from "./run-stop.js";
export { RunningCall } from "./running-call.js";
export { outputsFor } from "./service-access.js";
export { WatchedCall, WatchedRun } from "./watched-run.js";
