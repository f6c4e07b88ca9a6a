export { readOpenCodePermissions } from "./read-opencode.js";
