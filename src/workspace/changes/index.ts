export { type ChangeServices, type ChangeStep, carryOut } from "./change-step.js";
export { readLink } from "./copy-entry.js";
export { Creation } from "./creation.js";
export {
  type EntryImage,
  type FileImage,
  type FilePlace,
  fileImage,
  type ReplacedFile,
} from "./file-place.js";
export { imageOf, removeFolder } from "./folder-removal.js";
export { Relocation } from "./relocation.js";
export { Removal } from "./removal.js";
export { Replacement } from "./replacement.js";
export { StaleTemporaries } from "./stale-temporaries.js";
export { type ContentFacts, readIntents, type StepIntent } from "./step-intent.js";
export { isTemporaryName } from "./temporary-name.js";
