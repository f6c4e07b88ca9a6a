export type { RunOptions } from "../framework-calls/index.js";
export type { ParseOptions } from "../tool-calls/index.js";
export type { ExportOptions, ToolDescriptor, ToolWarning } from "../tool-export/index.js";
export type {
  OpenAIChatClient,
  OpenAIChatMessage,
  OpenAIChatRequest,
  OpenAIInputItem,
  OpenAIModelCompletion,
  OpenAIModelResponse,
  OpenAIResponsesClient,
  OpenAIResponsesRequest,
  OpenAIServerTool,
} from "./model-wire-types.js";
export { type OpenAIModelOptions, openaiModel } from "./openai-model.js";
export { parseToolCalls } from "./parse-tool-calls.js";
export {
  type AgentFunctionTool,
  type AgentRunContext,
  type AgentToolOutput,
  type AgentToolsRuntime,
  type ToAgentToolsOptions,
  toAgentTools,
} from "./to-agent-tools.js";
export {
  type OpenAIRunnableTool,
  type RunnableRuntime,
  type ToRunnableToolsOptions,
  toRunnableTools,
} from "./to-runnable-tools.js";
export { type ToToolResultsOptions, toToolResults } from "./to-tool-results.js";
export { type ToResponsesToolsOptions, type ToToolsOptions, toTools } from "./to-tools.js";
export type {
  OpenAICaller,
  OpenAICallers,
  OpenAICallOutput,
  OpenAIChatContent,
  OpenAIChatTool,
  OpenAIChatToolMessage,
  OpenAIChatUserMessage,
  OpenAICustomToolCallOutput,
  OpenAIFunctionCallOutput,
  OpenAIFunctionTool,
  OpenAIInputFile,
  OpenAIInputImage,
  OpenAIInputText,
  OpenAINativeCallOutput,
  OpenAINativeTool,
  OpenAIReply,
  OpenAIShellCallOutputContent,
} from "./wire-types.js";
