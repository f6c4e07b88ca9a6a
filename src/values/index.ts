export { base64, joinBytes, sameBytes } from "./bytes.js";
export { type Clock, MAX_TIMER_DELAY_MS, systemClock } from "./clock.js";
export { foldLetterCase, foldName, pathFolding } from "./fold-name.js";
export { isRecord, isTextList } from "./is-record.js";
export { loadOnce } from "./load-once.js";
export { loadedLater } from "./loaded-later.js";
export { nearestName, toleratedTypos, typosBetween } from "./nearest-name.js";
export { packageFile } from "./package-file.js";
export {
  type KeysOf,
  requireKnownKeys,
  requireKnownValue,
  requireOptions,
  shownValue,
} from "./require-known-keys.js";
export { contentHash, hexadecimal, sha256, sha256Hex } from "./sha-256.js";
export { sortInSteps } from "./sort-in-steps.js";
export { threadEnvironment } from "./thread-environment.js";
export { withoutUndefined } from "./without-undefined.js";
export { recordJson, writtenJson } from "./written-json.js";
export {
  beforeLongStep,
  createYield,
  shareEventLoop,
  type Yield,
  yieldToEventLoop,
} from "./yield-to-event-loop.js";
