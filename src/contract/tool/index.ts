export type { ErrorCode } from "./error-code.js";
export type {
  BackendCalls,
  BackendExecutor,
  CallingBackend,
  ExecutionContext,
  Executor,
  ExecutorJudging,
  JudgedCall,
} from "./executor.js";
export { JudgeAgain } from "./executor.js";
export type { Model, ModelMessage, ModelReply, ModelRequest, ModelTool, ModelUsage } from "./model.js";
export type { NativeForm, NativeForms } from "./native-forms.js";
export { PausedCall, type ResumedCall } from "./paused-call.js";
export type { ResourceKey } from "./resource-key.js";
export type {
  AgentBudget,
  AgentEnd,
  SubagentKind,
  SubagentReport,
  SubagentRequest,
  Subagents,
} from "./subagents.js";
export type {
  AliasFace,
  AnyTool,
  ExecutionProfile,
  InputMapping,
  InputValidationError,
  Tool,
  ToolAlias,
  ToolAliasDefinition,
  ToolAnnotations,
  ToolDefinition,
  ToolRequirement,
} from "./tool.js";
export type { ContextQuestion, EditEngineChoice, ProgressUpdate, ToolContext } from "./tool-context.js";
export { type PathOutcome, ToolError, type ToolErrorOptions } from "./tool-error.js";
export type { EventBase, ToolEvent, ToolEventListener } from "./tool-event.js";
export type {
  CallTiming,
  PausedState,
  ToolCall,
  ToolFailure,
  ToolResult,
  ToolResultBase,
  ToolStatus,
} from "./tool-result.js";
