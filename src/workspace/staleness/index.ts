export { type CurrentFile, currentFile } from "./current-file.js";
export { KnownContent } from "./known-content.js";
export {
  type ReadPart,
  type ReadRecord,
  ReadTracker,
  STALENESS_POLICIES,
  type StalenessPolicy,
} from "./read-tracker.js";
