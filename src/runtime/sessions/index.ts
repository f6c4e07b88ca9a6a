export { createDisposals, endedInTime } from "./disposals.js";
export { isSession, MAX_ID_CHARACTERS, requireSession, requireSessionOptions } from "./require-session.js";
export { runtimeThreads } from "./runtime-threads.js";
export {
  addSessionGrants,
  createSession,
  type RuntimeSession,
  type SessionOptions,
  sessionGrants,
} from "./session.js";
export {
  type ExportedSession,
  type ExportSessionOptions,
  exportSession,
  type ImportSessionOptions,
  importSession,
  type OmittedEntries,
  sessionStatesOf,
  type TravelServices,
} from "./session-export.js";
export {
  isForOtherSubagents,
  isLimitedAway,
  limitSession,
  NOT_IN_SESSION,
  ruleSetFor,
  type SessionLimits,
  type SessionSubagent,
  sessionLimits,
  subagentTypeOf,
} from "./session-limits.js";

export { shownTools } from "./shown-tools.js";
