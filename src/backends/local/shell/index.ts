export type { EnvironmentOptions } from "./child-environment.js";
export { type LocalShell, type LocalShellOptions, localShell } from "./local-shell.js";
export type { SandboxMode, SandboxOptions, UnaskedOptions } from "./sandbox/index.js";
export type { Service, ServiceEnd, ServiceRequest } from "./start-service.js";
export { SECRET_VARIABLES } from "./variable-names.js";
