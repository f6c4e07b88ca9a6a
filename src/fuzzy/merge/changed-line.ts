import { squeezedKey } from "../text/index.js";
import { mergeTokens } from "./token-merge.js";

/** Marks at the end of a line that a model often leaves out. */
const LAST_MARK = /[,;]$/;

const QUOTES = ["'", '"', "`"] as const;

/** An apostrophe inside a word. */
const APOSTROPHE = /[\p{L}\p{N}]'\p{L}/u;

/**
 * Returns the new line with the parts that the edit keeps taken from the file, such as its quotes, blanks and the mark at
 * its end.
 */
export function mergeChangedLine(oldText: string, fileText: string, newText: string): string {
  // The file has this change already.
  if (squeezedKey(fileText) === squeezedKey(newText)) return fileText;
  const ownQuote = QUOTES.find((quote) => oldText.includes(quote) && !fileText.includes(quote));
  const fileQuote = QUOTES.find((quote) => fileText.includes(quote) && !oldText.includes(quote));
  if (ownQuote === undefined || fileQuote === undefined) {
    return mergeTokens(oldText, fileText, newText) ?? withLostMark(oldText, fileText, newText);
  }
  const quoted = (text: string) => text.replaceAll(ownQuote, fileQuote);
  // The file's quotes around a string that has such quotes inside would end it.
  if (newText.includes(fileQuote) || (ownQuote === "'" && APOSTROPHE.test(newText))) {
    return withLostMark(quoted(oldText), fileText, newText);
  }
  return (
    mergeTokens(quoted(oldText), fileText, quoted(newText)) ??
    withLostMark(quoted(oldText), fileText, quoted(newText))
  );
}

/** Returns whether a line ends with a `,` or `;`. */
export function endsWithMark(text: string): boolean {
  return LAST_MARK.test(text);
}

/**
 * Returns a new line with the `,` or `;` at the end of the file's line, if the old and the new line both lack it.
 *
 * @example withLostMark("a: 1", "a: 1,", "b: 2"); // "b: 2,"
 */
export function withLostMark(oldText: string, fileText: string, newText: string): string {
  const mark = LAST_MARK.exec(fileText)?.[0];
  if (mark === undefined || newText === "" || LAST_MARK.test(oldText) || LAST_MARK.test(newText))
    return newText;
  return squeezedKey(oldText) === squeezedKey(fileText.slice(0, -1)) ? newText + mark : newText;
}
