export type { CodexShellResult } from "./shell.js";
export { type CodexTools, codexToolset } from "./toolset.js";
export type { CodexImage } from "./view-image.js";
