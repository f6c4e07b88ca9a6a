/** A line of a list: programs, and words about them. */
export interface ListedRow {
  readonly programs: readonly string[];
  readonly words: string;
}

/** Splits a text at its blanks. */
export function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Reads a list with a line `programs: words` for each group; a line that begins with a blank continues the one before. */
export function rowsOf(list: string): readonly ListedRow[] {
  return list
    .trim()
    .split(/\n(?! )/)
    .map((row) => {
      const [programs = "", words = ""] = row.split(/:\s+([\s\S]*)/);
      return { programs: wordsOf(programs), words };
    });
}
