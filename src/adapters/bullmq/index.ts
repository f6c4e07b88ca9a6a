export {
  type BullmqExecutor,
  type BullmqExecutorOptions,
  bullmqExecutor,
  type ExecutorMetrics,
} from "./bullmq-executor.js";
export type { FleetClientMetrics } from "./fleet-client.js";
export type { Latency } from "./latency-window.js";
export { type FleetWorker, type ServeWorkerOptions, serveWorker } from "./serve-worker.js";
export type { ServedOutcome, WorkerApprovals } from "./served-call.js";
export type { WorkerEvent, WorkspaceMetrics } from "./workspace-serving.js";
