export type { OpenAILocalShellResult } from "./local-shell.js";
export type { OpenAIShellResult } from "./shell.js";
export { type OpenAITools, openaiToolset } from "./toolset.js";
