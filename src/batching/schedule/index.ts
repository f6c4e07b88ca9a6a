export { AbortWatch } from "./abort-watch.js";
export type { OnReject } from "./rejection-policy.js";
export type { SchedulingStrategy } from "./run-order.js";
export type { RunOptions, SchedulerRun } from "./scheduled-run.js";
export { createScheduler, type Scheduler, type SchedulerOptions } from "./scheduler.js";
export { type TaskCancellation, TaskCancelledError } from "./task-cancellation.js";
export type { PrepareOutcome, TaskHandle, TaskSubmission } from "./task-submission.js";
