export { isLoaded, loadedToolNames, loadedToolsState } from "./loaded-tools.js";
export { createToolCatalog, type ToolCatalog } from "./tool-catalog.js";
export {
  TOOL_SEARCH_NAME,
  type ToolSearchInput,
  type ToolSearchOutput,
  toolSearchTool,
} from "./tool-search.js";
