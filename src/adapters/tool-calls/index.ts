export { parseArguments } from "./parse-arguments.js";
export { inputOf, itemsOf, memberOf, UNREADABLE_INPUT } from "./read-reply.js";
export { type ParseOptions, restoreCalls, type WireChanges } from "./restore-calls.js";
export { callId, isMadeUp, toWrittenCall } from "./written-call.js";
