export { changedSinceApproval, fileFailure } from "./file-failure.js";
export { type MemoryBackend, type MemoryBackendOptions, memoryBackend } from "./memory-backend.js";
export type { InitialDirectory, InitialEntry, InitialFile, InitialSymlink } from "./memory-entries.js";
