export { type OpenCodeFile, readOpenCodeFiles } from "./opencode-files.js";
export { readOpenCodePermissions } from "./read-opencode.js";
