export { type Declarations, declareTool, declareTools, toolIdentifiers } from "./declare-tools.js";
