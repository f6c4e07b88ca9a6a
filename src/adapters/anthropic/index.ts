export { parseToolCalls } from "./parse-tool-calls.js";
export { type ToToolResultsOptions, toToolResults } from "./to-tool-results.js";
export { type ToolDescriptor, type ToToolsOptions, toTools } from "./to-tools.js";
export type { ToolWarning } from "./tool-warning.js";
export type {
  AnthropicCacheControl,
  AnthropicDocumentBlock,
  AnthropicImageBlock,
  AnthropicImageType,
  AnthropicInputSchema,
  AnthropicReply,
  AnthropicResultContent,
  AnthropicTextBlock,
  AnthropicTool,
  AnthropicToolResultBlock,
  AnthropicToolResultMessage,
} from "./wire-types.js";
