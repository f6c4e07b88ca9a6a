export { readClaudePermissions } from "./read-claude-code.js";
export { type ClaudeSettings, MANAGED_FOLDERS, readClaudeSettings } from "./settings-files.js";
export { translateClaudeRule } from "./translate-rule.js";
