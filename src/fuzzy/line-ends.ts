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
