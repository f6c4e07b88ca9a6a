/** Characters that stand for others after a backslash in EscapeNormalizedReplacer of the OpenCode specification. */
const MEANINGS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Undoes the escapes of line breaks, tabs, quotes, backslashes and dollar signs; other text is unchanged. */
export function escapesUndone(text: string): string {
  return text.replace(/\\([ntr'"`\\\n$])/g, (_escape, character: string) => MEANINGS[character] ?? character);
}
