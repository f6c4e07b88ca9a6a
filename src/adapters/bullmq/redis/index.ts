export { closeQueue, closeWorker, GOODBYE_MS, reconnecting, withTimeout } from "./connections.js";
export { inSeconds } from "./in-seconds.js";
export { RedisLink, type StreamEntry } from "./redis-link.js";
