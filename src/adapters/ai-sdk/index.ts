export type { ToToolResultsOptions } from "../result-content/index.js";
export type { ParseOptions } from "../tool-calls/index.js";
export type { ExportOptions, ToolDescriptor, ToolWarning } from "../tool-export/index.js";
export { type AiSdkModelOptions, aiSdkModel } from "./ai-sdk-model.js";
export { type ForeignToolDetails, type FromToolSetOptions, fromToolSet } from "./from-tool-set.js";
export type { AiSdkLanguageModel, AiSdkModelReply } from "./model-wire-types.js";
export { parseToolCalls } from "./parse-tool-calls.js";
export { type AiSdkRepairOptions, type RepairingRuntime, repairToolCall } from "./repair-tool-call.js";
export { type AiSdkMajor, type ToModelOutputOptions, toModelOutput } from "./to-model-output.js";

export { type AiSdkApprovalStatus, type AiSdkToolApproval, toToolApproval } from "./to-tool-approval.js";
export { toToolResults } from "./to-tool-results.js";
export { type AiSdkToolSet, type ToolSetRuntime, type ToToolSetOptions, toToolSet } from "./to-tool-set.js";
export { type ToToolsOptions, toTools } from "./to-tools.js";
export type {
  AiSdkCallOptions,
  AiSdkContent,
  AiSdkFile,
  AiSdkForeignTool,
  AiSdkOutput,
  AiSdkReply,
  AiSdkRuntimeTool,
  AiSdkSchema,
  AiSdkTool,
  AiSdkToolMessage,
  AiSdkToolResult,
} from "./wire-types.js";
