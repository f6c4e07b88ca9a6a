export { recordedResult, withoutCwd } from "./portable-values.js";
export { type RecordOptions, type RunRecorder, recordRun } from "./record-run.js";
export type { RecordedAnswer, RecordedResult, RecordedStep, Recording } from "./recording.js";
export { type ReplayOptions, replay } from "./replay.js";
export type { ReplayableRuntime, RuntimeFactory, RuntimeHooks } from "./runtime-factory.js";
