export type { GeminiCliReplaceResult } from "./replace.js";
export { type GeminiCliTools, geminiCliToolset } from "./toolset.js";
