export { pathParameters } from "./path-parameters.js";
export { type InputPaths, pathsInInput } from "./paths-in-input.js";
