export { cutText } from "./cut-text.js";
export { defineTool } from "./define-tool.js";
export { findHostileInput } from "./hostile-input.js";
export { findOversizedJson } from "./input-limits.js";
export { invalidInputMessage } from "./invalid-input-message.js";
export { invalidOutputMessage } from "./invalid-output-message.js";
export { type JsonSchemaOptions, jsonSchema } from "./json-schema.js";
export { lintPortability, type PortabilityWarning } from "./lint-portability.js";
export { type RepairedInput, type RepairOptions, repairInput } from "./repair-input.js";
export { readStandardResult } from "./standard-result.js";
export {
  ToolDefinitionError,
  type ToolDefinitionErrorCode,
  type ToolDefinitionErrorOptions,
} from "./tool-definition-error.js";
export { isPortableToolName, PORTABLE_TOOL_NAME } from "./tool-name.js";
