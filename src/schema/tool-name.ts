/**
 * The tool names that every provider accepts: at most 63 characters (the oldest Gemini limit), first a letter
 * or an underscore (Gemini), no dots (OpenAI).
 */
export const PORTABLE_TOOL_NAME: RegExp = /^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$/;

/** Returns whether a name matches {@link PORTABLE_TOOL_NAME}. */
export function isPortableToolName(name: unknown): name is string {
  return typeof name === "string" && PORTABLE_TOOL_NAME.test(name);
}
