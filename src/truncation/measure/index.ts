export { HeadBuffer, TailBuffer } from "./byte-buffers.js";
export { countLines } from "./line-count.js";
export { createLineTrimmer } from "./line-trimmer.js";
export {
  enoughFromEnd,
  enoughFromStart,
  TRUNCATION_MARK,
  TRUNCATION_MARK_BYTES,
  type TruncatedLines,
  truncateLongLines,
} from "./long-lines.js";
export { createUtf8Meter } from "./utf8-meter.js";
export { endWithinBytes, isHighSurrogate, splitsPair, startWithinBytes, utf8Size } from "./utf8-size.js";
