/** One line of a text, taken apart so that each part can be merged by itself; the parts joined are the line. */
export interface TextLine {
  /** Blanks before the first character that shows; the whole line when nothing shows. */
  readonly indent: string;
  /** From the first to the last character that shows; empty for a blank line. */
  readonly text: string;
  /** Blanks after the last character that shows. */
  readonly trailing: string;
  /** `"\n"`, `"\r\n"` or empty on a last line that is not ended. */
  readonly lineEnd: string;
}

/** A text as lines. */
export interface TextLines {
  readonly lines: readonly TextLine[];
  /** Whether the last line is ended. False for the empty text, which has no line. */
  readonly endsWithNewline: boolean;
}

/** Indentation, text and trailing blanks; trimming is linear where a regular expression would backtrack. */
function partsOf(line: string): [string, string, string] {
  const text = line.trim();
  if (text === "") return [line, "", ""];
  const start = line.length - line.trimStart().length;
  return [line.slice(0, start), text, line.slice(start + text.length)];
}

/** Split a text at `\n` and `\r\n`; a lone `\r` is an ordinary blank. */
export function splitLines(text: string): TextLines {
  const lines: TextLine[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const stop = newline < 0 ? text.length : newline;
    const carriage = newline > start && text.charCodeAt(newline - 1) === 13;
    const [indent, body, trailing] = partsOf(text.slice(start, carriage ? stop - 1 : stop));
    lines.push({ indent, text: body, trailing, lineEnd: newline < 0 ? "" : carriage ? "\r\n" : "\n" });
    start = newline < 0 ? text.length : newline + 1;
  }
  return { lines, endsWithNewline: text.endsWith("\n") };
}
