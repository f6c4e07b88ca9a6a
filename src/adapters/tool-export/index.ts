export { exportDefinitions, type ToolDefinitionData } from "./export-definitions.js";
export type { ToolDescriptor } from "./export-tools.js";
export { exportTools, type ToolExport, type WarnAbout, wellFormed } from "./export-tools.js";
export { EXPORT_OPTION_NAMES, type ExportOptions, type ToolWarning } from "./tool-warning.js";
export { type NameRule, PORTABLE_NAMES, wireName } from "./wire-name.js";
