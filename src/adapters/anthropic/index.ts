export type { RunOptions } from "../framework-calls/index.js";
export type { ObjectSchema } from "../json-schema/index.js";
export type { ToToolResultsOptions } from "../result-content/index.js";
export type { ParseOptions } from "../tool-calls/index.js";
export type { ExportOptions, ToolDescriptor, ToolWarning } from "../tool-export/index.js";
export { type AnthropicModelOptions, anthropicModel, DEFAULT_MAX_OUTPUT_TOKENS } from "./anthropic-model.js";
export type {
  AnthropicClient,
  AnthropicMessage,
  AnthropicModelReply,
  AnthropicRequest,
  AnthropicServerTool,
  AnthropicStream,
  AnthropicToolUseBlock,
} from "./model-wire-types.js";
export { parseToolCalls } from "./parse-tool-calls.js";
export {
  type AnthropicRunnableTool,
  type RunnableRuntime,
  type ToRunnableToolsOptions,
  toRunnableTools,
} from "./to-runnable-tools.js";
export { toToolResults } from "./to-tool-results.js";
export { type ToToolsOptions, toTools } from "./to-tools.js";
export type {
  AnthropicCacheControl,
  AnthropicCaller,
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicImageType,
  AnthropicInputSchema,
  AnthropicNativeForm,
  AnthropicNativeTool,
  AnthropicReply,
  AnthropicResultContent,
  AnthropicTextBlock,
  AnthropicTool,
  AnthropicToolFields,
  AnthropicToolResultBlock,
  AnthropicToolResultMessage,
} from "./wire-types.js";
