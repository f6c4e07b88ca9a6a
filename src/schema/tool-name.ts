/**
 * The tool names that every provider accepts: 63 characters at the most (the oldest Gemini limit), a letter or an
 * underscore first (Gemini), no dots (OpenAI).
 */
export const PORTABLE_TOOL_NAME: RegExp = /^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$/;

/** Tells whether a name fits {@link PORTABLE_TOOL_NAME}. */
export function isPortableToolName(name: unknown): name is string {
  return typeof name === "string" && PORTABLE_TOOL_NAME.test(name);
}
