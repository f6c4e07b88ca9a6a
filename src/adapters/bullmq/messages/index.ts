export { HostMessageFilter } from "./host-message-filter.js";
export { LastWorkers } from "./last-workers.js";
export { HostMessageWriter, WorkerMessageWriter } from "./message-writers.js";
