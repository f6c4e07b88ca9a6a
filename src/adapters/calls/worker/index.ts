export { CounterpartSessions } from "./counterpart-sessions.js";
export { type BoundedResult, boundResult, wireResult } from "./wire-result.js";
export { WorkerCall } from "./worker-call.js";
