/** Minimum letters and digits of the longer word: `-A` and `-B` are different options, not one misspelled. */
const MIN_TYPO_LETTERS = 4;

/**
 * Returns whether two different words differ by one typing error: one letter replaced, missing, added or swapped with
 * the next. Words with fewer than four letters are never misspelled.
 */
export function isOneTypo(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (one === other || long.length - short.length > 1 || lettersOf(long) < MIN_TYPO_LETTERS) return false;
  let start = 0;
  while (start < short.length && long[start] === short[start]) start += 1;
  let end = 0;
  while (end < short.length - start && long.at(-1 - end) === short.at(-1 - end)) end += 1;
  const left = long.slice(start, long.length - end);
  const right = short.slice(start, short.length - end);
  if (left.length === 2 && right.length === 2) return left[0] === right[1] && left[1] === right[0];
  return left.length === 1 && right.length <= 1;
}

function lettersOf(word: string): number {
  return word.replace(/[^\p{L}\p{N}]/gu, "").length;
}
