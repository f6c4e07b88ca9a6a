export type { Dialogue, DialogueDependencies } from "./dialogue.js";
export { isDependency, isPackageFile } from "./is-dependency.js";
export { byPosition } from "./known-diagnostics.js";
export { LanguageServer } from "./language-server.js";
export { standardDialogue } from "./standard-dialogue.js";
export { tsserverDialogue } from "./tsserver-dialogue.js";
