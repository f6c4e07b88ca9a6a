/**
 * A mark before a word that the shell replaces by the names of matching files (`src/*.ts`), or as it is written if there are none.
 * No word of a shell contains it.
 */
export const PATTERN_WORD = "\u0000";

/** A mark before such a value in a long option (`--include=*.ts`): every name that replaces it starts with the same option. */
export const PATTERN_VALUE = "\u0001";

/** Returns whether a word, or the value in it, is a pattern. */
export function isFilePattern(word: string): boolean {
  return word.includes(PATTERN_WORD) || word.includes(PATTERN_VALUE);
}
