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
export { type ProgramEnd, type ProgramLimits, ProgramRun } from "./program-run.js";
