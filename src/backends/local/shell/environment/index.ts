export { cookieVariable, createCookies, HOST_COOKIE } from "./call-cookie.js";
export { createEnvironmentMaker, type EnvironmentOptions } from "./child-environment.js";
export { confineEnvironment } from "./confined-environment.js";
export { hasPowerShell } from "./has-powershell.js";
export { findPowerShell, findShell, type ShellProgram } from "./shell-program.js";

export { posixPath, windowsPath } from "./windows-path.js";
export { openWorkingDirectory } from "./working-directory.js";
