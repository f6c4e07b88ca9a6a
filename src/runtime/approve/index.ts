export { awaitAnswer, emitRequest, emitResponse, normalizeAnswer } from "./approver.js";
export {
  type AskedCall,
  askForCall,
  askWithinCall,
  isAllowedWithinCall,
  takesAnswer,
} from "./ask-for-call.js";
