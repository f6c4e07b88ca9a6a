/**
 * A wildcard in a pattern of file names for any text, even one that starts with a dot. A character for private use, so that a real word
 * hardly contains it; one that does matches more names than the shell finds.
 */
export const ANY_TEXT = "\uE002";

/** Returns whether a text matches. */
export type TextMatcher = (text: string) => boolean;

/**
 * Creates a matcher for a pattern in which `*` matches any text, even none; every other character is literal.
 *
 * Time is linear in the text, whatever the pattern.
 */
export function wildcard(pattern: string): TextMatcher {
  const pieces = pattern.split("*");
  const first = pieces[0] ?? "";
  if (pieces.length === 1) return (text) => text === pattern;
  const last = pieces[pieces.length - 1] ?? "";
  const between = pieces.slice(1, -1).filter((piece) => piece !== "");
  return (text) => {
    const end = text.length - last.length;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let index = first.length;
    for (const piece of between) {
      index = text.indexOf(piece, index);
      if (index === -1 || index + piece.length > end) return false;
      index += piece.length;
    }
    return true;
  };
}
