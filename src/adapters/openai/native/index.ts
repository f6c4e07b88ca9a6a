export { nativeCalls } from "./native-calls.js";
export { type AnsweredCall, answeredCalls, nativeOutput } from "./native-results.js";
export { replyItems } from "./reply-items.js";
