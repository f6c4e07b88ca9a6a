import { ToolError } from "../../contract/index.js";

/**
 * Refuses text with half a character: encoded, it would silently become U+FFFD.
 *
 * @param name - what the model calls the parameter
 */
export function requireWellFormed(text: string, name: string): void {
  const at = text.search(/\p{Surrogate}/u);
  if (at === -1) return;
  const code = text.charCodeAt(at).toString(16);
  throw new ToolError(
    `${name} holds half of a surrogate pair (\\u${code} at position ${at}), which no file can hold. Send the character whole.`,
    { code: "invalid-input" },
  );
}
