export type { ClaudeCodeBashResult } from "./bash.js";
export type { ClaudeCodeEditResult } from "./edit-wording.js";
export { type ClaudeCodeTools, claudeCodeToolset } from "./toolset.js";
