export type { CodexCodeModeOptions, ProgramNotice } from "../code-mode-options.js";
export type { CodexProgramResult } from "./cell-report.js";
export { codexCodeMode } from "./codex-code-mode.js";
