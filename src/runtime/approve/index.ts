export { approvedPathsOf } from "./approval-request.js";
export { awaitAnswer, emitRequest, emitResponse, normalizeAnswer } from "./approver.js";
export { type AskedCall, askForCall, takesAnswer } from "./ask-for-call.js";
export { askWithinCall } from "./ask-within-call.js";
