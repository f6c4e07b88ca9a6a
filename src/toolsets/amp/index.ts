export type { AmpCreateResult } from "./create-file.js";
export type { AmpEditResult } from "./edit-file.js";
export type { AmpGlobResult } from "./glob.js";
export type { AmpImage } from "./read.js";
export { type AmpTools, ampToolset } from "./toolset.js";
