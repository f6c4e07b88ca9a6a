export {
  type CallProfile,
  type Conflict,
  type ConflictIndex,
  conflictBetween,
  createConflictIndex,
  createWaitNamer,
  directoryKey,
  fileKey,
  MAX_NAMED_CONFLICTS,
  MAX_NAMED_WAITS,
  MAX_PATH_SEGMENTS,
  MAX_RESOURCE_KEYS,
  type NamedWaits,
  profileOfKeys,
  resourcePath,
  type WaitNamer,
} from "./conflicts/index.js";
export type { ExecutionPlan, PlannedCall, PlannedConflict, ProfiledCall } from "./plan/index.js";
export {
  type DependencyPlan,
  type PlanOptions,
  planBatches,
  planDependencies,
  planDependenciesInSteps,
} from "./plan/index.js";
export type { TaskTiming, TimelineEntry } from "./report/index.js";
export {
  DEFAULT_GANTT_WIDTH,
  renderGantt,
  renderPlan,
  type Trace,
  type TraceEvent,
  timelineToTrace,
} from "./report/index.js";
export type {
  OnReject,
  PrepareOutcome,
  RunOptions,
  SchedulerRun,
  SchedulingStrategy,
  TaskHandle,
  TaskSubmission,
} from "./schedule/index.js";
export {
  AbortWatch,
  createScheduler,
  type Scheduler,
  type SchedulerOptions,
  type TaskCancellation,
  TaskCancelledError,
} from "./schedule/index.js";
