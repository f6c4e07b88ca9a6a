export { type CodeMode, codeMode, type ProgramValue } from "./code-mode.js";
export { type CodeModeLimits, type CodeModeOptions, DEFAULT_CODE_MODE_LIMITS } from "./code-mode-options.js";
export {
  type CodexCodeModeOptions,
  type CodexProgramResult,
  codexCodeMode,
  type ProgramNotice,
} from "./codex/index.js";
export type { CodeEngine, EngineEnd, EngineHost, EngineLimits, EngineProgram } from "./engine/index.js";
export type { ProgramLimits } from "./program/index.js";
export { type QuickJsEngineOptions, quickJsEngine } from "./quick-js/index.js";
export { fileRecords, type ProgramRecord, type ProgramRecords } from "./records/index.js";
