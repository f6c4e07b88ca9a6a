export type { AmpPatchResult } from "./apply-patch.js";
export type { AmpCreateResult } from "./create-file.js";
export type { AmpEditResult } from "./edit-file.js";
export type { AmpFormatResult } from "./format-file.js";
export type { AmpGlobResult } from "./glob.js";
export type { AmpMultiEditResult } from "./multi-edit.js";
export type { AmpDocument, AmpImage } from "./read.js";
export { type AmpTools, ampToolset } from "./toolset.js";
export type { AmpUndoResult } from "./undo-edit.js";
