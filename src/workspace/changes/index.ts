export { carryOut } from "./carry-out.js";
export type { ChangeServices, ChangeStep, RecordIntents } from "./change-step.js";
export { isThere, type Look, lookAt, removeFile, renameEntry } from "./confirmed-calls.js";
export { readLink } from "./copy-entry.js";
export { Creation } from "./creation.js";
export {
  type EntryImage,
  type FileImage,
  type FilePlace,
  fileImage,
  type ReplacedFile,
} from "./file-place.js";
export { folderContent, MAX_KEPT_ENTRIES } from "./folder-content.js";
export { type FolderContent, FolderRemoval, imageOf } from "./folder-removal.js";
export { Relocation } from "./relocation.js";
export { Removal } from "./removal.js";
export { removeTree } from "./remove-tree.js";
export { Replacement } from "./replacement.js";
export { StaleTemporaries } from "./stale-temporaries.js";
export { type ContentFacts, hasFacts, intentPaths, readIntents, type StepIntent } from "./step-intent.js";
export { isTemporaryName } from "./temporary-name.js";
