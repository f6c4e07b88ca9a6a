export { aliasTool, withoutNamesOf } from "./alias-tool.js";
export {
  createToolCatalog,
  isLoaded,
  loadedToolNames,
  loadedToolsState,
  TOOL_SEARCH_NAME,
  type ToolCatalog,
  type ToolSearchInput,
  type ToolSearchOutput,
} from "./deferred/index.js";
export {
  adoptTools,
  checkMayReplace,
  createDiscoverer,
  type DiscoveredTool,
  type Discoverer,
  type DiscovererParts,
  type DiscoverOptions,
  type Discovery,
  type DiscoveryProblem,
  type DiscoveryProblemCode,
  type DiscoveryReport,
  fromOpenCodeTool,
  type MayReplace,
  type OpenCodeContext,
  type OpenCodeOutput,
  type OpenCodeTool,
  type OpenCodeToolOptions,
  type OpenCodeToolParts,
  type RunsPrograms,
  type TrustAnswer,
  type TrustQuestion,
} from "./discovery/index.js";
export type { FoundTool, ToolResolution, UnknownTool } from "./name-index.js";
export {
  createToolRegistry,
  type RegisterOptions,
  type ToolRegistry,
  type ToolRegistryOptions,
} from "./tool-registry.js";
export { ToolRegistryError, type ToolRegistryErrorCode } from "./tool-registry-error.js";
export { unknownToolMessage } from "./unknown-tool-message.js";
