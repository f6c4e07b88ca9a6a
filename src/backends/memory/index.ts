export { nameKey, requireEntryName } from "./entry-name.js";
export { type RequiredText, requiredText } from "./expression/index.js";
export { FileContent } from "./file-content.js";
export { type FollowedPath, followPath, type PathStep, type PathTree } from "./follow-path.js";
export { type MemoryBackend, type MemoryBackendOptions, memoryBackend } from "./memory-backend.js";
export { createdMode, DIRECTORY_MODE, MemoryFile, MemorySymlink, PERMISSION_BITS } from "./memory-node.js";
export type { InitialDirectory, InitialEntry, InitialFile, InitialSymlink } from "./memory-tree.js";
export { posixPath } from "./posix-path.js";
export { requireRenamePossible } from "./rename-rules.js";
export {
  IGNORE_FILE_NAMES,
  readToEnd,
  reportSkippedLinks,
  type TreeSearch,
  treeSearch,
} from "./search/index.js";
export { StorageSpace } from "./storage-space.js";
export { type MemoryThreadStoreOptions, memoryThreadStore } from "./thread-store.js";
