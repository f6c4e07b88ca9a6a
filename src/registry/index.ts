export {
  adoptTools,
  checkMayReplace,
  createDiscoverer,
  type Discoverer,
  type DiscoveredTool,
  type DiscovererParts,
  type DiscoverOptions,
  type Discovery,
  type DiscoveryProblem,
  type DiscoveryProblemCode,
  type DiscoveryReport,
  type MayReplace,
  type TrustAnswer,
  type TrustQuestion,
} from "./discovery/index.js";
export { SOURCE_PREFIXES } from "./name-prefix.js";
export { createToolRegistry, type RegisterOptions, type ToolRegistry } from "./tool-registry.js";
export { ToolRegistryError, type ToolRegistryErrorCode } from "./tool-registry-error.js";
export type { FoundTool, ToolResolution, UnknownTool } from "./tool-resolution.js";
export { unknownToolMessage } from "./unknown-tool-message.js";
