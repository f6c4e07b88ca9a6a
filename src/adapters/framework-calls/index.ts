export { approvedCalls } from "./approved-calls.js";
export { createCallQueue, type QueuedCallOptions, type RunTogether } from "./call-queue.js";
export { type JudgingRuntime, verdictOf } from "./verdict-of.js";
