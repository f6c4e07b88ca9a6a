export type { CodexAgentResult, CodexAgentStatus } from "./agents/index.js";
export type { CodexExecResult } from "./exec-command.js";
export type { CodexUserInput } from "./request-user-input.js";
export { type CodexTools, codexToolset } from "./toolset.js";
export type { CodexImage } from "./view-image.js";
