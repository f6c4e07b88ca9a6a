export { lostResult, recorded } from "./lost-call.js";
export {
  JOB_NAMES,
  MAX_JOB_BYTES,
  openJob,
  READ_ONLY_KINDS,
  sealJob,
  WIRE_VERSION,
  type WireEnvelope,
  type WireJob,
  type WireRequest,
  type WireSession,
  wireVerdict,
} from "./wire-job.js";
export {
  forgedResult,
  type HostMessage,
  type HostMessageContent,
  readHostMessage,
  readWorkerMessage,
  unusableResult,
  type WireResult,
  type WireTiming,
  type WorkerMessage,
  type WorkerMessageContent,
} from "./wire-messages.js";
export {
  DEFAULT_PREFIX,
  hostStream,
  RECORD_MARGIN_MS,
  shortName,
  type WorkspaceNames,
  workspaceNames,
} from "./wire-names.js";
export { wireQuestion } from "./wire-question.js";
