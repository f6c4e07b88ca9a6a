export { type Admission, admitCalls } from "./admit-calls.js";
export { denialOf, type PreparedCall, prepareCall, type UnpreparedCall } from "./prepare-call.js";
export { withheldPathsOf } from "./withheld-paths.js";
