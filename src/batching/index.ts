export { AbortWatch } from "./abort-watch.js";
export { type CallProfile, MAX_RESOURCE_KEYS, profileOfKeys } from "./call-profile.js";
export { type Conflict, conflictBetween } from "./conflict.js";
export { type ConflictIndex, createConflictIndex } from "./conflict-index.js";
export type { ExecutionPlan, PlannedCall, PlannedConflict } from "./execution-plan.js";
export {
  createWaitNamer,
  MAX_NAMED_CONFLICTS,
  MAX_NAMED_WAITS,
  type NamedWaits,
  type WaitNamer,
} from "./name-waits.js";
export { planBatches } from "./plan-batches.js";
export { type DependencyPlan, planDependencies } from "./plan-dependencies.js";
export type { OnReject } from "./rejection-policy.js";
export { DEFAULT_GANTT_WIDTH, renderGantt } from "./render-gantt.js";
export { renderPlan } from "./render-plan.js";
export { directoryKey, fileKey } from "./resource-keys.js";
export { MAX_PATH_SEGMENTS, resourcePath } from "./resource-place.js";
export type { SchedulingStrategy } from "./run-order.js";
export type { RunOptions, SchedulerRun } from "./scheduled-run.js";
export { createScheduler, type Scheduler, type SchedulerOptions } from "./scheduler.js";
export { type TaskCancellation, TaskCancelledError } from "./task-cancellation.js";
export type { PrepareOutcome, TaskHandle, TaskSubmission } from "./task-submission.js";
export type { TaskTiming, TimelineEntry } from "./timeline.js";
export { type Trace, type TraceEvent, timelineToTrace } from "./timeline-to-trace.js";
