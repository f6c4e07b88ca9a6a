const BLANK = /\s+/g;

/** Returns the number of words of a text, separated by blanks, even in quotes: at least as many as a shell reads in most texts. */
export function wordCount(text: string): number {
  return (text.match(BLANK)?.length ?? 0) + 1;
}
