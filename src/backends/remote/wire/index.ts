export {
  encodeFrame,
  type Frame,
  FrameReader,
  MAX_BODY_BYTES,
  WORKER_MAGIC,
} from "./frame.js";
export { OutgoingFrames } from "./outgoing-frames.js";
export {
  MAX_BATCH_CHARACTERS,
  MAX_BATCH_ITEMS,
  PROTOCOL_VERSION,
  type WorkerHello,
} from "./protocol.js";
export { connectionLost, fromWireError, isConnectionLost, toWireError } from "./wire-error.js";
