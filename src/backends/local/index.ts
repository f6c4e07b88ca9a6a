export { findStateFolder, localStateDirectory } from "./file-locks/index.js";
export type {
  BuiltInServerName,
  LanguageServerDefinition,
  LanguageServersOptions,
} from "./language-servers/index.js";
export { type LocalBackend, type LocalBackendOptions, localBackend } from "./local-backend.js";
export type { LocalOutputStoreOptions } from "./output-store/index.js";
export {
  type EnvironmentOptions,
  type LocalShell,
  type LocalShellOptions,
  type SandboxMode,
  type SandboxOptions,
  SECRET_VARIABLES,
} from "./shell/index.js";
export { type LocalThreadStoreOptions, localThreadStore } from "./threads/index.js";
export type { Connect, ConnectTarget, HostAddress, LocalWebOptions, ResolveHost } from "./web/index.js";
