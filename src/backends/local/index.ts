export { type EnvironmentOptions, SECRET_VARIABLES } from "./child-environment.js";
export { localStateDirectory } from "./file-locks/index.js";
export { type LocalBackend, type LocalBackendOptions, localBackend } from "./local-backend.js";
export type { LocalShell } from "./shell.js";
