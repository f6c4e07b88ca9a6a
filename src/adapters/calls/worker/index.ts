export { type BoundedResult, boundResult } from "./bounded-result.js";
export { CounterpartSessions } from "./counterpart-sessions.js";
export { wireResult } from "./wire-result.js";
export { WorkerCall } from "./worker-call.js";
