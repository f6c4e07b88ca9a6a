export type { ParseOptions } from "../tool-calls/index.js";
export type { ToolDescriptor, ToolWarning } from "../tool-export/index.js";
export { parseToolCalls } from "./parse-tool-calls.js";
export { type ToToolResultsOptions, toToolResults } from "./to-tool-results.js";
export { type ToToolsOptions, toTools } from "./to-tools.js";
export type {
  GoogleFunctionDeclaration,
  GoogleFunctionResponse,
  GoogleInlineData,
  GoogleReply,
  GoogleResultContent,
  GoogleSchema,
  GoogleTool,
} from "./wire-types.js";
