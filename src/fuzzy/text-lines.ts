/** One line of a text. */
export interface TextLine {
  /** Without its line end. */
  readonly text: string;
  /** `"\n"`, `"\r\n"`, or `""` for a last line without one. */
  readonly end: string;
}

/** Splits a text into its lines; a text that ends with a line end has no empty line behind it. */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const next = feed === -1 ? text.length : feed + 1;
    const contentEnd = feed === -1 ? next : feed > start && text[feed - 1] === "\r" ? feed - 1 : feed;
    lines.push({ text: text.slice(start, contentEnd), end: text.slice(contentEnd, next) });
    start = next;
  }
  return lines;
}

/** The blanks and tabs that a line starts with. */
export function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
