export {
  createDevtools,
  type Devtools,
  type DevtoolsOptions,
  type ServedDevtools,
} from "./create-devtools.js";
export type { RecordedQuestion, RecordedTiming, RunRecord } from "./records/index.js";
export { readRecording, type ServeOptions, serveLog } from "./server/index.js";
