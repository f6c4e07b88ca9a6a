export { type CurrentFile, currentFile } from "./current-file.js";
export { KnownContent } from "./known-content.js";
export { type ReadPart, type ReadRecord, ReadTracker, type StalenessPolicy } from "./read-tracker.js";
