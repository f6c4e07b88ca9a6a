export type { CodexProgramResult } from "./cell-report.js";
export { codexCodeMode } from "./codex-code-mode.js";
export type { CodexCodeModeOptions, ProgramNotice } from "./codex-code-mode-options.js";
