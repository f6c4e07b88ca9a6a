export { closeQueue, closeWorker, GOODBYE_MS, reconnecting } from "./connections.js";
export { inSeconds } from "./in-seconds.js";
export { RedisLink, type StreamEntry } from "./redis-link.js";
export { withTimeout } from "./with-timeout.js";
