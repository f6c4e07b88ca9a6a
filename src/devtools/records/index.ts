export { createRunLog, type RunLog } from "./run-log.js";
export {
  RECORDING_VERSION,
  type RecordedQuestion,
  type RecordedTiming,
  type RunRecord,
} from "./run-record.js";
export { createRunRecorder } from "./run-recorder.js";
