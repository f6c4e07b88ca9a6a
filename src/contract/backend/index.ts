export type { ApprovalStore } from "./approval-store.js";
export type { Backend } from "./backend.js";
export type {
  CallDiagnostics,
  ChangeReport,
  Diagnostic,
  Diagnostics,
  DiagnosticsReport,
  DiagnosticsRequest,
  KeptAnswer,
  SyntaxCheck,
  SyntaxFinding,
  WarmingRequest,
} from "./diagnostics.js";
export type { FileLock, FileLocks } from "./file-locks.js";
export type {
  DirectoryEntry,
  DirectoryHandle,
  FileStat,
  FileSystem,
  FileType,
  OpenDirectoryOptions,
  OpenFileOptions,
  OpenForWritingOptions,
  ReadHandle,
  RenameTarget,
  ResolvedPath,
  WriteHandle,
} from "./file-system.js";
export { type BackendGuarantees, GUARANTEE_LEVELS, keepsGuarantees } from "./guarantees.js";
export type { IntentLog, IntentLogEntry, IntentLogEntryOptions } from "./intent-log.js";
export type { ModuleLoader, ModuleRequest } from "./module-loader.js";
export type { CallOutputs, OutputStore, OutputWriter, StoredOutput } from "./output-store.js";
export type { PathOperations } from "./path-operations.js";
export type { Repositories, RepositoryCopy, RepositoryPlan } from "./repositories.js";
export type { MatchCount, Search, SearchScope, SkippedEntry, TextMatch, TextSearch } from "./search.js";
export type { ProgramRequest, Shell, ShellConfinement, ShellOutcome, ShellRequest } from "./shell.js";
export type { TextThreads } from "./text-threads.js";
export type {
  ProjectThreads,
  Thread,
  ThreadEntry,
  ThreadMatch,
  ThreadStore,
  ThreadSummary,
} from "./thread-store.js";
export type { FolderExtent, Trash } from "./trash.js";
export type {
  PageReader,
  Web,
  WebPage,
  WebPageFormat,
  WebPageRequest,
  WebSearchHit,
  WebSearchProvider,
} from "./web.js";
