export { type AmpGlobResult, glob } from "./glob.js";
export { grep } from "./grep.js";
