export { codexFolders } from "./codex-folders.js";
export { readCodexPermissions } from "./read-codex.js";
