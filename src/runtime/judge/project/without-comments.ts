/** Removes the comments and trailing commas of JSON with comments. Strings remain as they are. */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  let index = 0;
  while (index < text.length) {
    const end = endOfPart(text, index);
    const part = text.slice(index, end);
    if (!part.startsWith("//") && !part.startsWith("/*")) kept.push(part);
    index = end;
  }
  const meaningful = kept.filter((part) => part.trim() !== "");
  return meaningful.filter((part, at) => part !== "," || !/^[\]}]/.test(meaningful[at + 1] ?? "")).join("");
}

/** Returns the end of the string, comment or other part that starts at an index. */
function endOfPart(text: string, index: number): number {
  if (text.startsWith("//", index)) return endBefore(text, "\n", index);
  if (text.startsWith("/*", index)) return endBefore(text, "*/", index + 2) + 2;
  if (text[index] !== '"') return index + 1;
  let end = index + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

function endBefore(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found;
}
