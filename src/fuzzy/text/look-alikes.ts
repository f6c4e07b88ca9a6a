import { foldText, lookAlike } from "./characters.js";

/**
 * Returns a function that undoes look-alikes which a model wrote instead of plain ASCII: characters of the
 * old text that the file does not have there (smart quotes, a no-break space) are assumed to be the same
 * mistake in the new text.
 */
export function lookAlikesUndone(old: string, region: string): (text: string) => string {
  const found = new Map<string, string>();
  for (const character of new Set(old)) {
    const isWideSpace = character > "\u007f" && foldText(character) === " ";
    const plain = lookAlike(character.charCodeAt(0)) ?? (isWideSpace ? " " : undefined);
    if (plain !== undefined && !region.includes(character)) found.set(character, plain);
  }
  if (found.size === 0) return (text) => text;
  return (text) => Array.from(text, (character) => found.get(character) ?? character).join("");
}
