export { type CreateInput, type CreateOutput, createOperation } from "./files/create.js";
export { type DeleteInput, type DeleteOutput, deleteOperation } from "./files/delete.js";
export type { DiscoveredGuidance } from "./files/discovered-guidance.js";
export { type EditInput, type EditOutput, editOperation } from "./files/edit.js";
export type { EditWording, TextReplacement } from "./files/edit-text.js";
export { type FormatInput, type FormatOutput, formatOperation } from "./files/format/format.js";
export type { FormatterName } from "./files/format/formatter.js";
export { LIST_IGNORE_PATTERNS } from "./files/ignored-names.js";
export type { LineRange } from "./files/line-range.js";
export {
  DEFAULT_LIST_LIMITS,
  type ListInput,
  type ListLimits,
  type ListOutput,
  listOperation,
} from "./files/list.js";
export {
  type ListDirectoryInput,
  type ListDirectoryOutput,
  listDirectoryOperation,
  MAX_DIRECTORY_ENTRIES,
} from "./files/list-directory.js";
export { type MoveInput, type MoveOutput, moveOperation } from "./files/move.js";
export {
  type FileEdit,
  type MadeEdit,
  type MultiEditInput,
  type MultiEditOutput,
  type MultiEditWording,
  multiEditOperation,
} from "./files/multi-edit.js";
export {
  type ApplyPatchInput,
  type ApplyPatchOutput,
  applyPatchOperation,
  type PatchedFile,
} from "./files/patch/apply-patch.js";
export { type ReadInput, readOperation } from "./files/read.js";
export { DEFAULT_READ_LIMITS, type ReadLimits } from "./files/read-limits.js";
export type {
  ReadCut,
  ReadDirectory,
  ReadDocument,
  ReadImage,
  ReadOutput,
  ReadText,
} from "./files/read-output.js";
export type { PageWording, ReadPage } from "./files/read-page.js";
export type { ReadWording } from "./files/read-request.js";
export { type UndoInput, type UndoneFile, type UndoOutput, undoOperation } from "./files/undo.js";
export { type ViewImageInput, viewImageOperation } from "./files/view-image.js";
export type { Operation } from "./operation.js";
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
export type { CommandRequest } from "./shell/command-request.js";
export {
  CLAUDE_CODE_COMMAND_TIMEOUTS,
  type CommandTimeouts,
  NO_COMMAND_TIMEOUT,
  OPENCODE_COMMAND_TIMEOUTS,
} from "./shell/command-timeout.js";
export type { CommandWording } from "./shell/command-wording.js";
export type { JobEnd } from "./shell/jobs/job.js";
export {
  DEFAULT_WAIT_MS,
  type JobInput,
  killJobOperation,
  listJobsOperation,
  MAX_WAIT_MS,
  readJobOperation,
  type WaitForJobInput,
  waitForJobOperation,
} from "./shell/jobs/job-operations.js";
export type { JobReading, JobReport } from "./shell/jobs/job-report.js";
export { MAX_ENDED_JOBS, MAX_RUNNING_JOBS } from "./shell/jobs/session-jobs.js";
export { type StartJobInput, startJobOperation } from "./shell/jobs/start-job.js";
export type { OutputEnd } from "./shell/output-tail.js";
export { prepareCommand, type ShellCommand } from "./shell/prepare-command.js";
export {
  MAX_OUTPUT_CHARACTERS,
  type OmittedOutput,
  type RunCommandInput,
  type RunCommandOutput,
  runCommandOperation,
} from "./shell/run-command.js";
export {
  type ShellCommandInput,
  type ShellCommandOutput,
  shellCommandOperation,
} from "./shell/shell-command.js";
export { shellQuoted } from "./shell/shell-quoted.js";
export { readTodosOperation } from "./todo/read-todos.js";
export type { Todo, TodoPriority, TodoStatus } from "./todo/todo-list.js";
export {
  MAX_TODO_CHARACTERS,
  MAX_TODOS,
  type TodoWording,
  type WriteTodosInput,
  type WriteTodosOutput,
  writeTodosOperation,
} from "./todo/write-todos.js";
export { visibleText } from "./visible-text.js";
