/**
 * Returns the number of lines of a text. A line ends with its `\n` (a `\r` before it belongs to the line); a
 * last line without one counts, an empty rest after a final `\n` does not. The empty text has no line.
 */
export function countLines(text: string): number {
  let lines = 0;
  let index = text.indexOf("\n");
  while (index !== -1) {
    lines += 1;
    index = text.indexOf("\n", index + 1);
  }
  return text.length > 0 && !text.endsWith("\n") ? lines + 1 : lines;
}
