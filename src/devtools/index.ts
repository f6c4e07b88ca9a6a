export {
  createDevtools,
  type Devtools,
  type DevtoolsOptions,
  type ServedDevtools,
} from "./create-devtools.js";
export type { RecordedQuestion, RecordedTiming, RecordedTool, RunLog, RunRecord } from "./records/index.js";
export {
  type LogServer,
  type PageAnswer,
  type ReadRecording,
  readRecording,
  type ServeLogOptions,
  type ServeOptions,
  serveLog,
} from "./server/index.js";
