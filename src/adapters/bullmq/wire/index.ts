export {
  READ_ONLY_KINDS,
  unusableResult,
  type WireRequest,
  type WireResult,
} from "../../calls/wire/index.js";
export { lostResult, recorded } from "./lost-call.js";
export {
  JOB_NAMES,
  MAX_JOB_BYTES,
  openJob,
  sealJob,
  WIRE_VERSION,
  type WireEnvelope,
  type WireJob,
  type WireSession,
} from "./wire-job.js";
export {
  forgedResult,
  type HostMessage,
  type HostMessageContent,
  readHostMessage,
  readWorkerMessage,
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
