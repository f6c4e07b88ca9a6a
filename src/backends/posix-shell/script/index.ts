export { outputBytes } from "./output-bytes.js";
export type { PosixExec, PosixExecOptions, PosixExecResult, PosixTransport } from "./posix-exec.js";
export { PRELUDE_OF_COMMANDS } from "./prelude.js";
export { connectionLost, scriptFailure } from "./script-failure.js";
export { ScriptRunner } from "./script-runner.js";
export { withInlineInput, withInputFile, withoutIndentation, word } from "./shell-words.js";
