export {
  type PosixShellBackend,
  type PosixShellBackendOptions,
  posixShellBackend,
} from "./posix-shell-backend.js";
export type { PosixExec, PosixExecOptions, PosixExecResult } from "./script/index.js";
