export { DEFAULT_RECORD_MS, type FleetWorker, type ServeWorkerOptions, serveWorker } from "./serve-worker.js";
export type { ServedOutcome, WorkerApprovals } from "./serving-context.js";
export type { WorkerEvent, WorkspaceMetrics } from "./workspace-serving.js";
