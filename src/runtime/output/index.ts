export { boundOutput, type OutputBounds } from "./bound-output.js";
export { renderOutput } from "./render-output.js";
export { withinCeiling } from "./within-ceiling.js";
