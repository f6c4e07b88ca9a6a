export { type LocalFileLocksOptions, localFileLocks } from "./file-locks.js";
export { localStateDirectory, openStateFolder } from "./state-directory.js";
