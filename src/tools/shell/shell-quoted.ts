/** A text as one word of a POSIX shell, whatever characters it holds. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
