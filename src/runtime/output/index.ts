export { boundOutput, type OutputBounds } from "./bound-output.js";
export { renderOutput } from "./render-output.js";
export { requireJson, requireJsonFields } from "./require-json.js";
export { steadyWriter } from "./steady-writer.js";
export { withinCeiling } from "./within-ceiling.js";
