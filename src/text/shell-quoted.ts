/** Quotes a text as one word of a POSIX shell, whatever characters it contains. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a text as one word of a POSIX shell: unchanged if no character of it is special, otherwise quoted. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text);
}
