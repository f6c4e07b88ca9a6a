export { commandWords } from "./command-words.js";
export { COMPLETED_SHELLS, type CompletedShell, completionScript } from "./completion-script.js";
