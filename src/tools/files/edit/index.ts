export { type EditInput, type EditOutput, editOperation } from "./edit.js";
export { type EditThreads, patchBeside } from "./edit-beside.js";
export { type CreatingEdit, editingOperation, type FileEditOutput } from "./edit-file.js";
export { staleRefusal } from "./edit-refusal.js";
export { type MadeEdit, requireEditableFile, type TextReplacement } from "./edit-text.js";
export { DEFAULT_EDIT_WORDING, type EditWording } from "./edit-wording.js";
export {
  type FileEdit,
  type MultiEditInput,
  type MultiEditOutput,
  type MultiEditWording,
  multiEditOperation,
} from "./multi-edit.js";
export { syntaxWarnings } from "./syntax-warnings.js";
