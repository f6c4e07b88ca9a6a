/** Quotes a text as one word of a POSIX shell, whatever characters it contains. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
