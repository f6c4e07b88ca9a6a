export { readGeminiPermissions } from "./read-gemini-cli.js";
