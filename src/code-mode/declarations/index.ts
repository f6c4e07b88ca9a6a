export { type Declarations, declareTool, declareTools } from "./declare-tools.js";
export { schemaType } from "./schema-type.js";
export { toolIdentifiers } from "./tool-identifiers.js";
