export { type EditInput, editOperation } from "./edit.js";
export { type EditThreads, patchBeside } from "./edit-beside.js";
export type { EditOutput } from "./edit-output.js";
export type { TextReplacement } from "./edit-text.js";
export type { EditWording } from "./edit-wording.js";
export {
  type FileEdit,
  type MadeEdit,
  type MultiEditInput,
  type MultiEditOutput,
  type MultiEditWording,
  multiEditOperation,
} from "./multi-edit.js";
