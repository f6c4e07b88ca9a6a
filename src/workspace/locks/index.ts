export { HeldLocks } from "./held-locks.js";
export { lockKeys, sharedKeys } from "./lock-keys.js";
export { PathLocks } from "./path-locks.js";
