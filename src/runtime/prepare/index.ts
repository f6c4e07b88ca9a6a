export { type Admission, admitCalls } from "./admit-calls.js";
export { excludedPathsOf } from "./excluded-paths.js";
export {
  denialOf,
  type Preparation,
  type PreparedCall,
  prepareCall,
  type UnpreparedCall,
} from "./prepare-call.js";
