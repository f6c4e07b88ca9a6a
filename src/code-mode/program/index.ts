export { NestedCalls } from "./nested-calls.js";
export { programError } from "./program-error.js";
export {
  type CallOutcome,
  type EarlierRun,
  failedOutcome,
  type LogEntry,
  type ProgramCall,
  readLog,
} from "./program-log.js";
export { ProgramOutput } from "./program-output.js";
export { ProgramRun } from "./program-run.js";
export type { ProgramEnd, ProgramLimits } from "./program-run-options.js";
