export {
  type CallFailure,
  callFailure,
  failureFromThrown,
  isToldToolError,
  reasonSentence,
} from "./call-failure.js";
export { baseFields, blockedResult, failedResult, type ResultBase } from "./call-result.js";
export { canonicalJson, canonicalJsonPieces } from "./canonical-json.js";
export { checkToolNames, type ToolNameSettings } from "./check-tool-names.js";
export { type InFlightIndex, InFlightList } from "./in-flight-list.js";
export {
  isPaused,
  type PausedResult,
  pausedResult,
  pauseText,
  withPause,
} from "./paused-result.js";
export { type ContentRecording, recordedInput, recordedOutput, recordedText } from "./recorded-content.js";
export {
  checkedRedact,
  type Redact,
  redactInSteps,
  redactJson,
  redactOutputs,
  redactParts,
} from "./redaction.js";
export {
  DEFAULT_DIAGNOSTICS_BUDGET_MS,
  DEFAULT_MAX_CONCURRENCY,
  DEFAULT_MAX_REMOTE_CONCURRENCY,
  DEFAULT_MAX_TOTAL_TIMEOUT_MS,
  DEFAULT_STOP_GRACE_MS,
  DEFAULT_TIMEOUT_MS,
  DEFAULT_TRUNCATION,
  MAX_CALL_DEPTH,
  MAX_DISPOSAL_MS,
  MAX_DRAIN_MS,
  MAX_STATE_MS,
} from "./runtime-defaults.js";
