import { HIDDEN_CHARACTER } from "../text/index.js";

const HIDDEN_BUT_LAYOUT = new RegExp(`(?![\\n\\t])${HIDDEN_CHARACTER.source}`, "gu");

/** Characters other than visible ones of ASCII, tabs and line feeds: a long text without any is examined much faster. */
const OTHER_THAN_PLAIN = /[^\n\t -~]/;

/** Maximum depth to which a value is examined; a deeper value counts as having hidden characters. */
const MAX_DEPTH = 64;

/** Returns whether a text in a value, including its keys, contains characters that an approver would not see. */
export function hasHiddenCharacters(value: unknown, depth = 0): boolean {
  if (typeof value === "string") {
    return OTHER_THAN_PLAIN.test(value) && value.search(HIDDEN_BUT_LAYOUT) !== -1;
  }
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  return Object.entries(value).some(
    ([key, each]) => hasHiddenCharacters(key, depth + 1) || hasHiddenCharacters(each, depth + 1),
  );
}

/** Writes the hidden characters of a text as `\u{...}`; tabs and line ends are kept. */
export function showHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_BUT_LAYOUT, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
