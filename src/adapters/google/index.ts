export type { RunOptions } from "../framework-calls/index.js";
export type { ParseOptions } from "../tool-calls/index.js";
export type { ExportOptions, ToolDescriptor, ToolWarning } from "../tool-export/index.js";
export { type GoogleModelOptions, googleModel } from "./google-model.js";
export type {
  GoogleClient,
  GoogleContent,
  GoogleModelReply,
  GooglePart,
  GoogleRequest,
} from "./model-wire-types.js";
export { parseToolCalls } from "./parse-tool-calls.js";
export {
  type CallableRuntime,
  type GoogleCallableTool,
  type ToCallableToolOptions,
  toCallableTool,
} from "./to-callable-tool.js";
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
