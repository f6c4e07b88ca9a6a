export { closeQueue, closeWorker, GOODBYE_MS, reconnecting, withTimeout } from "./connections.js";
export { RedisLink, type StreamEntry } from "./redis-link.js";
