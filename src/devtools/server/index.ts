export type { PageAnswer } from "./handle-request.js";
export { readRecording, writeRecording } from "./recording-file.js";
export { type LogServer, type ServeOptions, serveLog } from "./serve-log.js";
