export {
  type AmpCreateResult,
  type AmpDocument,
  type AmpEditResult,
  type AmpFormatResult,
  type AmpGlobResult,
  type AmpImage,
  type AmpJob,
  type AmpMultiEditResult,
  type AmpPatchResult,
  type AmpTools,
  type AmpUndoResult,
  ampToolset,
} from "./amp/index.js";
export { type Face, face } from "./face.js";
export type { Toolset } from "./toolset.js";
