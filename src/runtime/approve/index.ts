export { awaitAnswer, emitRequest, emitResponse, normalizeAnswer } from "./approver.js";
export {
  type AskedCall,
  askForCall,
  askWithinCall,
  isAllowedWithinCall,
  waitsForAnswer,
} from "./ask-for-call.js";
