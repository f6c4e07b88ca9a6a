import { ToolError } from "../../contract/index.js";

/**
 * Refuses text with half of a character, which would silently become U+FFFD in a file.
 *
 * @param name - the model's name for the parameter
 */
export function requireWellFormed(text: string, name: string): void {
  if (isWellFormed(text)) return;
  const at = text.search(/\p{Surrogate}/u);
  if (at === -1) return;
  const code = text.charCodeAt(at).toString(16);
  throw new ToolError(
    `${name} contains half of a surrogate pair (\\u${code} at position ${at}), which cannot be written to a file. Send the whole character.`,
    { code: "invalid-input" },
  );
}

/** Returns whether the engine knows that a text is well-formed: at once for most texts, which a search takes long for. */
function isWellFormed(text: string): boolean {
  const native = (text as { readonly isWellFormed?: () => boolean }).isWellFormed;
  return native?.call(text) === true;
}
