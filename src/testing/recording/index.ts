export { recordedResult, withoutCwd } from "./portable-values.js";
export {
  type RecordOptions,
  type ReplayableRuntime,
  type RunRecorder,
  type RuntimeFactory,
  type RuntimeHooks,
  recordRun,
} from "./record-run.js";
export type { RecordedAnswer, RecordedResult, RecordedStep, Recording } from "./recording.js";
export { type ReplayOptions, replay } from "./replay.js";
