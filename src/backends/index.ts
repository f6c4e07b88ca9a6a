export {
  type EnvironmentOptions,
  type LocalBackend,
  type LocalBackendOptions,
  type LocalOutputStoreOptions,
  type LocalShellOptions,
  localBackend,
  localStateDirectory,
  type SandboxMode,
  type SandboxOptions,
  SECRET_VARIABLES,
} from "./local/index.js";
export {
  type InitialDirectory,
  type InitialEntry,
  type InitialFile,
  type InitialSymlink,
  type MemoryBackend,
  type MemoryBackendOptions,
  memoryBackend,
} from "./memory/index.js";
export {
  type OverlayBackend,
  type OverlayBackendOptions,
  type OverlayChange,
  overlayBackend,
} from "./overlay/index.js";
