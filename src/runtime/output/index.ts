export { boundOutput, type OutputBounds } from "./bound-output.js";
export { renderOutput } from "./render-output.js";
