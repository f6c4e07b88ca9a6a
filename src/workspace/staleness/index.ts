export { KnownContent } from "./known-content.js";
export {
  type CurrentFile,
  currentFile,
  type ReadPart,
  type ReadRecord,
  ReadTracker,
  STALENESS_POLICIES,
  type StalenessPolicy,
} from "./read-tracker.js";
