export {
  type CallAnswer,
  type CallNews,
  readCallAnswer,
  readCallNews,
  readEnd,
  unusableResult,
  type WireEnd,
  type WireResult,
  wireQuestion,
} from "./call-message.js";
export {
  isName,
  MAX_PARENTS,
  READ_ONLY_KINDS,
  readRequest,
  readSession,
  type WireCall,
  type WireRequest,
  type WireSession,
  type WireShown,
  wireCall,
} from "./call-request.js";
