/** Returns the line end of a place: of its first line, otherwise of the line before it, otherwise `\n`. */
export function lineEndAt(content: string, start: number, end: number): "\n" | "\r\n" {
  return lineEndNear(content, start, end) ?? "\n";
}

/** Returns the line end of a place, or `undefined` in a text without line ends. */
export function lineEndNear(content: string, start: number, end: number): "\n" | "\r\n" | undefined {
  let newline = content.indexOf("\n", start);
  if (newline < 0) newline = content.lastIndexOf("\n", Math.max(start, end - 1));
  if (newline < 0) return undefined;
  return content.charCodeAt(newline - 1) === 13 ? "\r\n" : "\n";
}

/** Returns the new text with the line ends of its place; unchanged if the file has none. */
export function withLineEnds(newText: string, lineEnd: "\n" | "\r\n" | undefined): string {
  if (lineEnd === undefined || !newText.includes("\n")) return newText;
  const plain = newText.replaceAll("\r\n", "\n");
  return lineEnd === "\n" ? plain : plain.replaceAll("\n", "\r\n");
}

/**
 * Returns a function like `lineEndNear` for places of one text. If they are in rising order, the text is
 * searched once in total: a search for each place took hours in a line of five million characters.
 */
export function lineEndsNear(content: string): (start: number, end: number) => "\n" | "\r\n" | undefined {
  // No line end is between `from` and `next`; -1 for none up to the end.
  let from = 0;
  let next = content.indexOf("\n");
  // The last line end of the text applies to all places after it.
  const last = next < 0 ? -1 : content.lastIndexOf("\n");
  return (start) => {
    if (start > last) {
      next = -1;
      from = start;
    } else if (start < from || start > next) {
      from = start;
      next = content.indexOf("\n", start);
    }
    const newline = next < 0 ? last : next;
    if (newline < 0) return undefined;
    return content.charCodeAt(newline - 1) === 13 ? "\r\n" : "\n";
  };
}
