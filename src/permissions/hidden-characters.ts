import { HIDDEN_CHARACTER } from "../text/index.js";

const HIDDEN_BUT_LAYOUT = new RegExp(`(?![\\n\\t])${HIDDEN_CHARACTER.source}`, "gu");

/** How deep a value is looked into; deeper it counts as hiding something. */
const MAX_DEPTH = 64;

/** Whether a text anywhere in a value, keys included, holds characters that an approver would not see. */
export function hasHiddenCharacters(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.search(HIDDEN_BUT_LAYOUT) !== -1;
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_DEPTH) return true;
  return Object.entries(value).some(
    ([key, each]) => hasHiddenCharacters(key, depth + 1) || hasHiddenCharacters(each, depth + 1),
  );
}

/** A text with its hidden characters written as `\u{...}`; tabs and line ends stay. */
export function showHiddenCharacters(text: string): string {
  return text.replace(HIDDEN_BUT_LAYOUT, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
