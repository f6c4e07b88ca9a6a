/** The line end that belongs to a place: of its first line, else of the line before it, else `\n`. */
export function lineEndAt(content: string, start: number, end: number): "\n" | "\r\n" {
  return lineEndNear(content, start, end) ?? "\n";
}

/** The same, or `undefined` in a text without any line end. */
export function lineEndNear(content: string, start: number, end: number): "\n" | "\r\n" | undefined {
  let newline = content.indexOf("\n", start);
  if (newline < 0) newline = content.lastIndexOf("\n", Math.max(start, end - 1));
  if (newline < 0) return undefined;
  return content.charCodeAt(newline - 1) === 13 ? "\r\n" : "\n";
}

/** The new text with the line ends of the place it goes to; as it stands where the file has none to go by. */
export function withLineEnds(newText: string, lineEnd: "\n" | "\r\n" | undefined): string {
  if (lineEnd === undefined || !newText.includes("\n")) return newText;
  const plain = newText.replaceAll("\r\n", "\n");
  return lineEnd === "\n" ? plain : plain.replaceAll("\n", "\r\n");
}

/**
 * Answers `lineEndNear` for places of one text. Where they come in rising order, the text is looked through once, not once for
 * each of them: in a line of five million characters that took hours of comparisons for its places together.
 */
export function lineEndsNear(content: string): (start: number, end: number) => "\n" | "\r\n" | undefined {
  // No line end is between `from` and `next`; -1 for none up to the end.
  let from = 0;
  let next = content.indexOf("\n");
  // The last line end of the text belongs to all places behind it.
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
