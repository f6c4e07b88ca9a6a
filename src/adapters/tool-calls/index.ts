export { callId, isMadeUp } from "./call-id.js";
export { parseArguments } from "./parse-arguments.js";
export { inputOf, itemsOf, memberOf, UNREADABLE_INPUT } from "./read-reply.js";
export { type ParseOptions, restoreCalls, type WireChanges } from "./restore-calls.js";
export { toWrittenCall } from "./written-call.js";
