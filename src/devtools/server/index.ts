export type { PageAnswer } from "./handle-request.js";
export { type ReadRecording, readRecording, writeRecording } from "./recording-file.js";
export { type LogServer, type ServeLogOptions, type ServeOptions, serveLog } from "./serve-log.js";
