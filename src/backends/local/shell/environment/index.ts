export { cookieVariable, createCookies, HOST_COOKIE } from "./call-cookie.js";
export { createEnvironmentMaker, type EnvironmentOptions } from "./child-environment.js";
export { confineEnvironment } from "./confined-environment.js";
export { findPowerShell } from "./powershell-program.js";
export { LANGUAGE_OF, requireShellChoice, type ShellChoice, type ShellProgram } from "./shell-choice.js";
export { findShell } from "./shell-program.js";
export { shellTraits } from "./shell-traits.js";
export { posixPath, systemFolder, windowsPath } from "./windows-path.js";
export { openWorkingDirectory } from "./working-directory.js";
