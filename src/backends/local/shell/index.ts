export type { LocalShellOptions } from "./command-entrance.js";
export type { EnvironmentOptions, ShellChoice } from "./environment/index.js";

export { type LocalShell, localShell } from "./local-shell.js";
export type { Service, ServiceEnd, ServiceRequest } from "./processes/index.js";
export type { SandboxMode, SandboxOptions, UnaskedOptions } from "./sandbox/index.js";
