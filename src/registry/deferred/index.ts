export { isLoaded, loadedToolNames, loadedToolsState } from "./loaded-tools.js";
export {
  DEFAULT_SEARCH_RESULTS,
  MAX_SEARCH_RESULTS,
  TOOL_SEARCH_NAME,
  type ToolSearchInput,
  type ToolSearchOutput,
  toolSearchTool,
} from "./tool-search.js";
