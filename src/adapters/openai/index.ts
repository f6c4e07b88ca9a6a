export type { ParseOptions } from "../tool-calls/index.js";
export type { ToolDescriptor, ToolWarning } from "../tool-export/index.js";
export type {
  OpenAIChatClient,
  OpenAIChatMessage,
  OpenAIChatRequest,
  OpenAIInputItem,
  OpenAIModelCompletion,
  OpenAIModelResponse,
  OpenAIResponsesClient,
  OpenAIResponsesRequest,
} from "./model-wire-types.js";
export { type OpenAIModelOptions, openaiModel } from "./openai-model.js";
export { parseToolCalls } from "./parse-tool-calls.js";
export { type ToToolResultsOptions, toToolResults } from "./to-tool-results.js";
export { type ToResponsesToolsOptions, type ToToolsOptions, toTools } from "./to-tools.js";
export type {
  OpenAIChatContent,
  OpenAIChatTool,
  OpenAIChatToolMessage,
  OpenAIChatUserMessage,
  OpenAIFunctionCallOutput,
  OpenAIFunctionTool,
  OpenAIInputFile,
  OpenAIInputImage,
  OpenAIInputText,
  OpenAIReply,
} from "./wire-types.js";
