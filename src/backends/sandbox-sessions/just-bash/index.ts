export { justBashBackend } from "./just-bash-backend.js";
export type {
  JustBashExecOptions,
  JustBashExecResult,
  JustBashFiles,
  JustBashSandbox,
  JustBashSession,
  JustBashStat,
} from "./just-bash-types.js";
