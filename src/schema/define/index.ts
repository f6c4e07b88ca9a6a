export { defineTool } from "./define-tool.js";
export { readStandardResult } from "./standard-result.js";
