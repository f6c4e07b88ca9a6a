export { type EditInput, type EditOutput, editOperation } from "./edit.js";
export { type EditThreads, patchBeside } from "./edit-beside.js";
export { staleRefusal } from "./edit-refusal.js";
export type { MadeEdit, TextReplacement } from "./edit-text.js";
export type { EditWording } from "./edit-wording.js";
export {
  type FileEdit,
  type MultiEditInput,
  type MultiEditOutput,
  type MultiEditWording,
  multiEditOperation,
} from "./multi-edit.js";
export { syntaxWarnings } from "./syntax-warnings.js";
