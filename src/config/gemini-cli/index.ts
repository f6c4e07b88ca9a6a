export { type GeminiSettings, readGeminiSettings } from "./gemini-settings.js";
export { readGeminiPermissions } from "./read-gemini-cli.js";
