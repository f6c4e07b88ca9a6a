export { shellQuoted } from "../text/index.js";
export type { AgentAnswer } from "./agents/agent-answer.js";
export type { AgentWording } from "./agents/agent-wording.js";
export { MAX_ANSWER_BYTES, MAX_PROMPT_CHARACTERS } from "./agents/bounded-answer.js";
export { type DelegateInput, delegateOperation } from "./agents/delegate.js";
export { type FinderInput, type FinderOutput, finderOperation } from "./agents/finder.js";
export type { DroppedRange, FoundRange } from "./agents/found/check-ranges.js";
export type { UnreadFile } from "./agents/handed-over-files.js";
export type { FinalCheck, WantedCheck } from "./agents/kraken/final-check.js";
export {
  type KrakenFile,
  type KrakenInput,
  type KrakenOutput,
  krakenOperation,
} from "./agents/kraken/kraken.js";
export { MAX_FILES as MAX_KRAKEN_FILES } from "./agents/kraken/kraken-limits.js";
export type { WorkedGroup } from "./agents/kraken/work-on-groups.js";
export {
  type LibrarianInput,
  type LibrarianOutput,
  librarianOperation,
  MAX_REPOSITORIES,
  type SearchedRepository,
} from "./agents/librarian.js";
export { type OracleInput, type OracleOutput, oracleOperation } from "./agents/oracle.js";
export {
  type ListAgentsInput,
  listAgentsOperation,
  type RememberedAgent,
  rememberedDelegateOperation,
} from "./agents/remembered-agents.js";
export { MAX_SPAWNED_TASKS, type SpawnedTask, type SpawnInput, spawnOperation } from "./agents/spawn.js";
export {
  CHECK_KINDS,
  CHECK_TIMEOUTS_MS,
  type CheckHint,
  type CheckInput,
  type CheckKind,
  type CheckOutcome,
  type CheckProblem,
  type CheckReport,
  type CheckResult,
  checkOperation,
  checkReportText,
  type FoundChecks,
  locateChecks,
  MAX_CHECK_OUTPUT_BYTES,
  MAX_PARALLEL_CHECKS,
  type ProjectCheck,
  runChecks,
} from "./checks/index.js";
export {
  DEFAULT_DIAGNOSTICS_LIMIT,
  DIAGNOSTIC_SEVERITIES,
  DIAGNOSTICS_BUDGET_MS,
  type GetDiagnosticsInput,
  type GetDiagnosticsOutput,
  getDiagnosticsOperation,
  MAX_DIAGNOSTICS_LIMIT,
  MAX_DIAGNOSTICS_PATHS,
} from "./diagnostics/get-diagnostics.js";
export {
  LineOutOfRange,
  type TextEditorInput,
  type TextEditorOutput,
  textEditorOperation,
} from "./editor/index.js";
export {
  type CreateInput,
  type CreateOutput,
  createOperation,
  type DeleteInput,
  type DeleteOutput,
  deleteOperation,
  type MoveInput,
  type MoveOutput,
  moveOperation,
  type UndoInput,
  type UndoneFile,
  type UndoOutput,
  undoOperation,
} from "./files/change/index.js";
export { trimDiff } from "./files/diff/index.js";
export type {
  CreatingEdit,
  EditOutput,
  EditWording,
  FileEditOutput,
  TextReplacement,
} from "./files/edit/index.js";
export {
  type EditInput,
  editOperation,
  type FileEdit,
  type MadeEdit,
  type MultiEditInput,
  type MultiEditOutput,
  type MultiEditWording,
  multiEditOperation,
} from "./files/edit/index.js";
export { formatOperation } from "./files/format/format.js";
export type { FormatInput, FormatOutput } from "./files/format/format-file.js";
export type { FormatterName } from "./files/format/formatter.js";
export type { LineRange } from "./files/line-range.js";
export {
  DEFAULT_LIST_LIMITS,
  type DirectoryListing,
  LIST_IGNORE_PATTERNS,
  type ListDirectoryInput,
  type ListDirectoryOutput,
  type ListInput,
  type ListLimits,
  type ListOutput,
  listDirectoryOperation,
  listOperation,
  MAX_DIRECTORY_ENTRIES,
} from "./files/listing/index.js";
export {
  type CellChange,
  type CellWording,
  type NotebookEditInput,
  type NotebookEditOutput,
  notebookEditOperation,
} from "./files/notebook/index.js";
export {
  type ApplyPatchInput,
  type ApplyPatchOutput,
  applyPatchOperation,
  type PatchedFile,
} from "./files/patch/apply-patch.js";
export { type OneFilePatchInput, oneFilePatchOperation } from "./files/patch/one-file-patch.js";
export type {
  ImageMediaType,
  PageWording,
  ReadDirectory,
  ReadDocument,
  ReadImage,
  ReadOutput,
  ReadPage,
  ReadText,
  ReadTruncation,
  ReadWording,
} from "./files/read/index.js";
export {
  DEFAULT_READ_LIMITS,
  MAX_CHARACTERS_OF_FILES,
  MAX_FILES_TO_READ,
  type ReadInput,
  type ReadLimits,
  type ReadManyInput,
  type ReadManyOutput,
  readManyOperation,
  readOperation,
  type ViewImageInput,
  viewImageOperation,
} from "./files/read/index.js";
export { MEMORY_ROOT, type MemoryCommand, type MemoryFolder, memoryOperation } from "./memory/index.js";
export type { Operation } from "./operation.js";
export type { DiscoveredGuidance } from "./paths/index.js";
export {
  type AskUserInput,
  askUserOperation,
  submitPlanOperation,
  type UserAnswer,
  type UserQuestion,
} from "./questions/ask-user.js";
export {
  DEFAULT_GLOB_LIMITS,
  type GlobInput,
  type GlobLimits,
  type GlobOutput,
  globOperation,
} from "./search/glob.js";
export { grepOperation } from "./search/grep.js";
export {
  DEFAULT_GREP_LIMITS,
  type GrepInput,
  type GrepLimits,
  type GrepMode,
  type GrepWording,
} from "./search/grep-input.js";
export type { GrepFile, GrepMatch, GrepOutput } from "./search/grep-output.js";
export type { SearchStop } from "./search/search-watch.js";
export type { CommandRequest, CommandWording } from "./shell/command-request.js";
export {
  CLAUDE_CODE_COMMAND_TIMEOUTS,
  type CommandTimeouts,
  NO_COMMAND_TIMEOUT,
  OPENCODE_COMMAND_TIMEOUTS,
} from "./shell/command-timeout.js";
export type { JobEnd } from "./shell/jobs/job.js";
export {
  DEFAULT_WAIT_MS,
  type JobInput,
  type JobOutputInput,
  jobOutputOperation,
  killJobOperation,
  listJobsOperation,
  MAX_WAIT_MS,
  readJobOperation,
  type WaitForJobInput,
  waitForJobOperation,
} from "./shell/jobs/job-operations.js";
export type { JobReading, JobReport } from "./shell/jobs/job-report.js";
export {
  type LiveCommandInput,
  liveCommandOperation,
  type WriteToCommandInput,
  writeToCommandOperation,
} from "./shell/jobs/live-command.js";
export { type JobWording, MAX_ENDED_JOBS, MAX_RUNNING_JOBS } from "./shell/jobs/session-jobs.js";
export { type StartJobInput, startJobOperation } from "./shell/jobs/start-job.js";
export type { OutputEnd } from "./shell/output-tail.js";
export {
  PERSISTENT_TIMEOUT_MS,
  type PersistentCommandInput,
  type PersistentCommandOutput,
  persistentCommandOperation,
} from "./shell/persistent-command.js";
export type { PersistentEnd } from "./shell/persistent-shell.js";
export { prepareCommand, type ShellCommand } from "./shell/prepare-command.js";
export {
  MAX_OUTPUT_CHARACTERS,
  type OmittedOutput,
  type RunCommandInput,
  type RunCommandOutput,
  runCommandOperation,
} from "./shell/run-command.js";
export {
  powerShellCommandOperation,
  type ShellCommandInput,
  type ShellCommandOutput,
  shellCommandOperation,
} from "./shell/shell-command.js";
export { type LoadedSkill, type LoadSkillInput, loadSkillOperation } from "./skills/load-skill.js";
export {
  DEFAULT_THREAD_LIMIT,
  type FindThreadsInput,
  type FindThreadsOutput,
  findThreadsOperation,
  MAX_THREAD_LIMIT,
} from "./threads/find-threads.js";
export { type ReadThreadInput, type ReadThreadOutput, readThreadOperation } from "./threads/read-thread.js";
export type { PageRequest, ShownEntry, ThreadPage } from "./threads/thread-page.js";
export {
  type TaskFields,
  type TaskListInput,
  type TaskListOutput,
  taskListOperation,
} from "./todo/task-list.js";
export type { NamedTodo } from "./todo/todo-ids.js";
export { MAX_TODO_CHARACTERS, MAX_TODOS, type TodoWording } from "./todo/todo-limits.js";
export type { ListedTodo } from "./todo/todo-links.js";
export { replaceTodos, type Todo, type TodoPriority, type TodoStatus, todosOf } from "./todo/todo-list.js";
export { todoListState } from "./todo/todo-list-state.js";
export {
  readTodosOperation,
  type WriteTodosInput,
  type WriteTodosOutput,
  writeTodosOperation,
} from "./todo/todo-operations.js";
export { visibleText } from "./visible-text.js";
export {
  MAX_WEB_PAGE_BYTES,
  type ReadWebPageInput,
  type ReadWebPageOutput,
  readWebPageOperation,
} from "./web/read-web-page.js";
export {
  DEFAULT_WEB_SEARCH_RESULTS,
  MAX_WEB_SEARCH_RESULTS,
  type SearchWebInput,
  type SearchWebOutput,
  searchWebOperation,
} from "./web/search-web.js";
