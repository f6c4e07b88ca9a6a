/** Names of this length or longer may differ in one letter; shorter names differ too often by chance. */
const MIN_LENGTH_FOR_ONE_TYPO = 4;

/** Names of this length or longer may differ in two letters. */
const MIN_LENGTH_FOR_TWO_TYPOS = 8;

/** Longer names are not compared, which bounds the work. */
const MAX_COMPARED_LENGTH = 256;

/** A longer name is not a misspelling; the limit also bounds the comparison. */
const MAX_NAME_LENGTH = 64;

/**
 * Returns the known name that a name misspells: the same letters in another case or with other separators, one
 * letter different, missing, added or swapped with its neighbour, or two of these in a long name. On a tie the first
 * wins. Returns `undefined` if no known name is that close.
 *
 * @example
 * nearestName("permission", ["permissions", "plugins"]); // "permissions"
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const wanted = folded(name);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of new Set(known)) {
    const other = folded(candidate);
    if (other.length > MAX_NAME_LENGTH) continue;
    const typos = typosBetween(wanted, other);
    if (typos > toleratedTypos(Math.max(wanted.length, other.length))) continue;
    if (typos < fewest) [nearest, fewest] = [candidate, typos];
  }
  return nearest;
}

/** Returns the number of typos that a name of some length may have. */
export function toleratedTypos(length: number): number {
  if (length < MIN_LENGTH_FOR_ONE_TYPO) return 0;
  return length < MIN_LENGTH_FOR_TWO_TYPOS ? 1 : 2;
}

function folded(name: string): string {
  return name.replace(/[-_\s.]/g, "").toLowerCase();
}

/**
 * Returns the number of typos between two names; a swap of two neighbours is one (optimal string alignment). Infinity for
 * names that are too long to be misspelled ones.
 */
export function typosBetween(a: string, b: string): number {
  if (Math.max(a.length, b.length) > MAX_COMPARED_LENGTH) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isEqual = a[row - 1] === b[column - 1];
      let typos = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isEqual ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        typos = Math.min(typos, (beforeLast[column - 2] as number) + 1);
      }
      current.push(typos);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] as number;
}
