export { type LocalFileLocksOptions, localFileLocks } from "./file-locks.js";
export { findStateFolder, localStateDirectory, openStateFolder } from "./state-directory.js";
