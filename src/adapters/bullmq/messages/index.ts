export { HostMessageFilter } from "./host-message-filter.js";
export { HostMessageWriter } from "./host-message-writer.js";
export { LastWorkers } from "./last-workers.js";
export { WorkerMessageWriter } from "./worker-message-writer.js";
