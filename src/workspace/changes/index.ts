export { carryOut } from "./carry-out.js";
export type { ChangeServices, ChangeStep, RecordIntents } from "./change-step.js";
export { isAcrossVolumes, type Look, removeFile, renameEntry } from "./confirmed-calls.js";
export {
  copyEntry,
  isTemporaryName,
  openFolder,
  readLink,
  removeTree,
  StaleTemporaries,
  temporaryName,
  writeNewFile,
} from "./entries/index.js";
export {
  type EntryImage,
  type FileImage,
  fileImage,
  type NamedEntry,
  type ReplacedFile,
} from "./named-entry.js";
export {
  type ContentFacts,
  hasFacts,
  intentPaths,
  readIntents,
  type StepIntent,
  writeIntents,
} from "./step-intent.js";
export {
  Creation,
  type FolderContent,
  FolderRemoval,
  folderContent,
  imageOf,
  MAX_KEPT_ENTRIES,
  Relocation,
  Removal,
  Replacement,
} from "./steps/index.js";
