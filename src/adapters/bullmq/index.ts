export {
  type BullmqExecutor,
  type BullmqExecutorOptions,
  bullmqExecutor,
  type ExecutorMetrics,
} from "./bullmq-executor.js";
export type { FleetClientMetrics } from "./client/index.js";
export type { Latency } from "./latency-window.js";
export type { WireResult } from "./wire/index.js";
export type { ServedOutcome, WorkerApprovals, WorkerEvent, WorkspaceMetrics } from "./worker/index.js";
export { type FleetWorker, type ServeWorkerOptions, serveWorker } from "./worker/index.js";
