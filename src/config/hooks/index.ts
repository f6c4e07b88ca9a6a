export type { ConfiguredHook } from "./configured-hook.js";
export type { LifecycleAnswer, LifecycleEvent } from "./hook-event.js";
export { hooksOf } from "./hooks-of.js";
export type { LifecycleHooks, LifecycleOptions } from "./lifecycle-hooks.js";
export { readClaudeHooks } from "./read-claude-hooks.js";
export { readCodexHooks } from "./read-codex-hooks.js";
export { readGeminiHooks } from "./read-gemini-hooks.js";
