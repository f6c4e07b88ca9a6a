export { HeldLocks } from "./held-locks.js";
export { lockKeys, PathLocks, sharedKeys } from "./path-locks.js";
