export {
  type AmpCreateResult,
  type AmpEditResult,
  type AmpGlobResult,
  type AmpImage,
  type AmpTools,
  ampToolset,
} from "./amp/index.js";
export { type Face, face } from "./face.js";
export type { Toolset } from "./toolset.js";
