export { nativeCalls } from "./native-calls.js";
export { type AnsweredCall, answeredCalls, nativeOutput, replyItems } from "./native-results.js";
