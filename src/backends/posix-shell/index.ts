export {
  type PosixShellBackend,
  type PosixShellBackendOptions,
  posixShellBackend,
} from "./posix-shell-backend.js";
export {
  type PosixExec,
  type PosixExecOptions,
  type PosixExecResult,
  withInlineInput,
  withInputFile,
  withoutIndentation,
} from "./script/index.js";
