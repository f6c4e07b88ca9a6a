export { readClaudePermissions } from "./read-claude-code.js";
export { type ClaudeSettings, readClaudeSettings } from "./settings-files.js";
