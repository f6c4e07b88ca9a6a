export { findUnknownParameters, type UnknownParameter } from "./find-unknown-parameters.js";
export { misspelledInputMessage, unknownParametersNote } from "./unknown-parameters-text.js";
