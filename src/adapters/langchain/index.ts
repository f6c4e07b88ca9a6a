export type { ToToolResultsOptions } from "../result-content/index.js";
export type { ParseOptions } from "../tool-calls/index.js";
export type { ExportOptions, ToolDescriptor, ToolWarning } from "../tool-export/index.js";
export {
  type LangChainApproval,
  type LangChainRuntime,
  type LangChainToolsOptions,
  langchainTools,
} from "./langchain-tools.js";
export { parseToolCalls } from "./parse-tool-calls.js";
export { toToolResults } from "./to-tool-results.js";
export { type ToToolsOptions, toTools } from "./to-tools.js";
export type {
  LangChainContent,
  LangChainReply,
  LangChainTool,
  LangChainToolMessage,
} from "./wire-types.js";
