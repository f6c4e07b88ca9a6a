export { contentHash } from "./content-hash.js";
export { type CurrentFile, currentFile } from "./current-file.js";
export { KnownContent } from "./known-content.js";
export { ReadTracker, type StalenessPolicy } from "./read-tracker.js";
