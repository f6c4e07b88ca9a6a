export { exportDefinitions, type ToolDefinitionData } from "./export-definitions.js";
export { exportTools, type ToolExport, type WarnAbout } from "./export-tools.js";
export type { ToolDescriptor } from "./tool-descriptor.js";
export type { ExportOptions, ToolWarning } from "./tool-warning.js";
export { wellFormed } from "./well-formed.js";
export { type NameRule, PORTABLE_NAMES, wireName } from "./wire-name.js";
