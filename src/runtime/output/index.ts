export { boundOutput, type OutputBounds } from "./bound-output.js";
export { isLongOutput, renderLongOutput, renderOutput } from "./render-output.js";
export { withinCeiling } from "./within-ceiling.js";
