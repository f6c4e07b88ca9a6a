export { createRunLog, type RunLog } from "./run-log.js";
export {
  RECORDING_VERSION,
  type RecordedQuestion,
  type RecordedTiming,
  type RecordedTool,
  type RunRecord,
} from "./run-record.js";
export { createRunRecorder } from "./run-recorder.js";
export { createToolSizes } from "./tool-sizes.js";
