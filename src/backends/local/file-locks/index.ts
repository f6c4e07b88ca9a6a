export { type LocalFileLocksOptions, localFileLocks } from "./file-locks.js";
export { makePrivateDirectory } from "./private-directory.js";
export {
  existingStateFolder,
  findStateFolder,
  localStateDirectory,
  openStateFolder,
} from "./state-directory.js";
