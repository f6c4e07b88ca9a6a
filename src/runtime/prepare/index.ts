export {
  type Admission,
  type AdmittedCalls,
  type AdmittedEntry,
  admitCalls,
  includesCall,
} from "./admit-calls.js";
export { wrappedCallId } from "./expand-wrapper.js";
export { approvedPathsOf, excludedPathsOf } from "./path-access.js";
export {
  denialOf,
  type HookProblem,
  type HookReport,
  type Preparation,
  type PreparedCall,
  prepareCall,
  type UnpreparedCall,
} from "./prepare-call.js";
export { prepareForRun } from "./prepare-for-run.js";
export { refusedSecret } from "./secret-refusal.js";
export { forJudging, resourceWarnings, shownFacts } from "./shown-facts.js";
