export {
  type BullmqExecutor,
  type BullmqExecutorOptions,
  bullmqExecutor,
  type ExecutorMetrics,
} from "./bullmq-executor.js";
export type { FleetClientMetrics } from "./client-statistics.js";
export type { Latency } from "./latency-window.js";
export { type FleetWorker, type ServeWorkerOptions, serveWorker } from "./serve-worker.js";
export type { ServedOutcome, WorkerApprovals } from "./serving-context.js";
export type { WorkerEvent, WorkspaceMetrics } from "./workspace-serving.js";
