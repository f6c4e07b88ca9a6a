export type { ApprovalStore } from "./approval-store.js";
export type { Backend } from "./backend.js";
export type { ChangeNote, ChangeNoteOptions, ChangeNotes } from "./change-notes.js";
export type { Clock } from "./clock.js";
export type { ContentPart, FilePart, ImagePart, JsonPart, TextPart } from "./content-part.js";
export { describeThrown } from "./describe-thrown.js";
export type {
  CallDiagnostics,
  ChangeReport,
  Diagnostic,
  Diagnostics,
  DiagnosticsReport,
  DiagnosticsRequest,
} from "./diagnostics.js";
export type { ErrorCode } from "./error-code.js";
export type { ExecutionContext, Executor, JudgedCall } from "./executor.js";
export type { AppliedOperation, FileChanges, FileOperation, UndoneChange } from "./file-changes.js";
export type { FileLocation, PathLookup } from "./file-location.js";
export type { FileLock, FileLocks } from "./file-locks.js";
export type {
  DirectoryEntry,
  DirectoryHandle,
  FileStat,
  FileSystem,
  FileType,
  ReadHandle,
  ResolvedPath,
  WriteHandle,
} from "./file-system.js";
export { ignoreRejection, isThenable, quietly } from "./ignore-rejection.js";
export type { JsonObject, JsonObjectSchema, JsonSchema, JsonValue } from "./json.js";
export type {
  Model,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelTool,
  ModelUsage,
} from "./model.js";
export type { ModuleLoader, ModuleRequest } from "./module-loader.js";
export type { CallOutputs, OutputStore, OutputWriter, StoredOutput } from "./output-store.js";
export type { PathOperations } from "./path-operations.js";
export type {
  ApprovalAnswer,
  ApprovalCommand,
  ApprovalHandler,
  ApprovalRequest,
  ApprovalWarning,
  CommandConfinement,
  PermissionDecision,
  PermissionRule,
  Verdict,
} from "./permission.js";
export type { Repositories, RepositoryCopy, RepositoryPlan } from "./repositories.js";
export type { ResourceKey } from "./resource-key.js";
export type { MatchCount, Search, SearchScope, TextMatch, TextSearch } from "./search.js";
export type { ToolSession } from "./session.js";
export type { SessionPlace, SessionState } from "./session-state.js";
export type { ProgramRequest, Shell, ShellConfinement, ShellOutcome, ShellRequest } from "./shell.js";
export type {
  InferInput,
  InferOutput,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from "./standard-schema.js";
export type {
  AgentBudget,
  AgentEnd,
  SubagentKind,
  SubagentReport,
  SubagentRequest,
  Subagents,
} from "./subagents.js";
export type { TextFile, TextUpdate } from "./text-file.js";
export type { TextThreads } from "./text-threads.js";
export type {
  ProjectThreads,
  Thread,
  ThreadEntry,
  ThreadMatch,
  ThreadStore,
  ThreadSummary,
} from "./thread-store.js";
export type { AnyTool, ExecutionProfile, Tool, ToolAlias, ToolAnnotations, ToolDefinition } from "./tool.js";
export type { ToolCall } from "./tool-call.js";
export type { ContextQuestion, ProgressUpdate, ToolContext } from "./tool-context.js";
export { type PathOutcome, ToolError, type ToolErrorOptions } from "./tool-error.js";
export type { ToolEvent, ToolEventListener } from "./tool-event.js";
export type { PathFact, ToolEnvironment, ToolFacts } from "./tool-facts.js";
export { TOOL_KINDS, type ToolKind, type ToolSource } from "./tool-kind.js";
export type { ToolRequirement } from "./tool-requirement.js";
export type { CallTiming, InputRepair, ToolFailure, ToolResult, ToolStatus } from "./tool-result.js";
export type { TraceContext } from "./trace-context.js";
export type { FolderExtent, Trash } from "./trash.js";
export type { TruncationPolicy, TruncationRecord } from "./truncation-policy.js";
export type {
  PageReader,
  Web,
  WebPage,
  WebPageFormat,
  WebPageRequest,
  WebSearchHit,
  WebSearchProvider,
} from "./web.js";
export type {
  FileChange,
  LineWindow,
  LineWindowRequest,
  Workspace,
  WorkspaceFiles,
  WorkspaceScope,
} from "./workspace.js";
