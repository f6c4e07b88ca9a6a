export { type Declarations, declareTool, declareTools } from "./declare-tools.js";
export { toolIdentifiers } from "./tool-identifiers.js";
