export { finishInterrupted } from "./finish-interrupted.js";
export { afterRecovery, withLocks } from "./with-locks.js";
