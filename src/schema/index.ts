export { defineTool, readStandardResult } from "./define/index.js";
export {
  invalidInputMessage,
  invalidOutputMessage,
  type ListedParameter,
  listParameters,
} from "./describe/index.js";
export {
  escapePointer,
  inlineReferences,
  type JsonSchemaOptions,
  jsonSchema,
  mapSubschemas,
  resolvePointer,
  type SchemaPosition,
} from "./document/index.js";
export { lintPortability, type PortabilityWarning } from "./export/index.js";
export { type InputPaths, pathParameters, pathsInInput } from "./paths/index.js";
export {
  findHostileInput,
  findOversizedJson,
  MAX_INPUT_VALUES,
  type RepairedInput,
  type RepairOptions,
  repairInput,
} from "./repair/index.js";
export {
  ToolDefinitionError,
  type ToolDefinitionErrorCode,
  type ToolDefinitionErrorOptions,
} from "./tool-definition-error.js";
export { isPortableToolName, PORTABLE_TOOL_NAME } from "./tool-name.js";
export {
  findUnknownParameters,
  misspelledInputMessage,
  type UnknownParameter,
  unknownParametersNote,
} from "./unknown/index.js";
