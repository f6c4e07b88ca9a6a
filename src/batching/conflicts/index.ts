export { type CallProfile, comparedKeys, MAX_RESOURCE_KEYS, profileOfKeys } from "./call-profile.js";
export { CombinedAccesses } from "./combined-accesses.js";
export { type Conflict, conflictBetween, conflictBetweenReaches, type Reach, reachOf } from "./conflict.js";
export { type ConflictIndex, createConflictIndex } from "./conflict-index.js";
export { LockNode } from "./lock-lanes.js";
export { LockTable } from "./lock-table.js";
export {
  createWaitNamer,
  MAX_NAMED_CONFLICTS,
  MAX_NAMED_WAITS,
  type NamedWaits,
  type WaitNamer,
} from "./name-waits.js";
export { representedCalls } from "./represented-calls.js";
export { directoryKey, fileKey } from "./resource-keys.js";
export { MAX_PATH_SEGMENTS, resourcePath } from "./resource-location.js";
export { WaitGraph, WaitNode } from "./wait-graph.js";
