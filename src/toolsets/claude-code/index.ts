export type { ClaudeCodeBackgroundResult, ClaudeCodeBashResult } from "./bash.js";
export type { ClaudeCodeEditResult } from "./edit.js";
export type { ClaudeCodeSpawnedTask } from "./spawn.js";
export type { ClaudeCodeTaskResult } from "./task.js";
export { type ClaudeCodeTools, claudeCodeToolset } from "./toolset.js";
