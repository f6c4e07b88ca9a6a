export type {
  AmpFinderResult,
  AmpKrakenResult,
  AmpLibrarianResult,
  AmpStatus,
  AmpTask,
  AmpTaskListResult,
  AmpTaskResult,
  AmpThreadMatch,
  AmpThreadResult,
} from "./agents/index.js";
export type {
  AmpCreateResult,
  AmpDiagnosticsResult,
  AmpDocument,
  AmpEditResult,
  AmpFormatResult,
  AmpImage,
  AmpMultiEditResult,
  AmpPatchResult,
  AmpUndoResult,
} from "./files/index.js";
export type { AmpGlobResult } from "./search/index.js";
export type { AmpJob } from "./shell/index.js";
export { type AmpTools, ampToolset } from "./toolset.js";
