export { nameOfBytes, systemPath } from "./escaped-names.js";
export { findStateFolder } from "./file-locks/index.js";
export type {
  BuiltInServerName,
  LanguageServerDefinition,
  LanguageServersOptions,
} from "./language-servers/index.js";
export { type LocalBackend, type LocalBackendOptions, localBackend } from "./local-backend.js";
export type { LocalOutputStoreOptions } from "./output-store/index.js";
export type { LocalRepositoriesOptions, RepositoryLimits } from "./repositories/index.js";
export { requireLocalFolder } from "./require-local-folder.js";
export type {
  EnvironmentOptions,
  LocalShell,
  LocalShellOptions,
  SandboxMode,
  SandboxOptions,
  Service,
  ServiceEnd,
  ServiceRequest,
  ShellChoice,
  UnaskedOptions,
} from "./shell/index.js";
export type { Durability } from "./syncs/index.js";
export type { SyntaxGrammar, SyntaxOptions } from "./syntax/index.js";
export { localTextThreads } from "./text-threads/index.js";
export { type LocalThreadStoreOptions, localThreadStore } from "./threads/index.js";
export type { Connect, ConnectTarget, HostAddress, LocalWebOptions, ResolveHost } from "./web/index.js";
