export { SOURCE_PREFIXES } from "./name-prefix.js";
export { createToolRegistry, type RegisterOptions, type ToolRegistry } from "./tool-registry.js";
export { ToolRegistryError, type ToolRegistryErrorCode } from "./tool-registry-error.js";
export type { FoundTool, ToolResolution, UnknownTool } from "./tool-resolution.js";
export { unknownToolMessage } from "./unknown-tool-message.js";
