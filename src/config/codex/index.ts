export { readCodexPermissions } from "./read-codex.js";
