export { readClaudeHooks } from "./read-claude-hooks.js";
