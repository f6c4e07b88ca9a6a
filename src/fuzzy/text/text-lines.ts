/** One line of a text, split so that each part can be merged separately; the joined parts are the line. */
export interface TextLine {
  /** Blanks before the first visible character; the whole line if it has none. */
  readonly indent: string;
  /** From the first to the last visible character; empty for a blank line. */
  readonly text: string;
  /** Blanks after the last visible character. */
  readonly trailing: string;
  /** `"\n"`, `"\r\n"`, or empty for a last line without one. */
  readonly lineEnd: string;
}

/** A text as lines. */
export interface TextLines {
  readonly lines: readonly TextLine[];
  /** Whether the last line has a line end. False for the empty text, which has no line. */
  readonly endsWithNewline: boolean;
}

const TABULATOR = 0x09;
const SPACE = 0x20;
const DELETE = 0x7f;

/** Returns indentation, text and trailing blanks; linear where a regular expression would backtrack. */
function partsOf(line: string): [string, string, string] {
  let [start, end] = [0, line.length];
  while (start < end && isPlainBlank(line.charCodeAt(start))) start++;
  while (end > start && isPlainBlank(line.charCodeAt(end - 1))) end--;
  if (start === end) return [line, "", ""];
  if (isPlainMark(line.charCodeAt(start)) && isPlainMark(line.charCodeAt(end - 1))) {
    return [line.slice(0, start), line.slice(start, end), line.slice(end)];
  }
  // The line may begin or end with a blank that is rare.
  const text = line.trim();
  if (text === "") return [line, "", ""];
  start = line.length - line.trimStart().length;
  return [line.slice(0, start), text, line.slice(start + text.length)];
}

function isPlainBlank(code: number): boolean {
  return code === SPACE || code === TABULATOR;
}

/** Returns whether a code unit is certainly visible. */
function isPlainMark(code: number): boolean {
  return code > SPACE && code < DELETE;
}

/** Splits a text at `\n` and `\r\n`; a lone `\r` is an ordinary blank. */
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
