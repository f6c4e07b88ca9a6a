import { distance } from "fastest-levenshtein";

/**
 * Maximum length of a line that is compared by edit distance; longer ones are compared by their common head
 * and tail.
 */
const MAX_DISTANCE_CHARACTERS = 400;

/** Returns the likeness of two texts from 0 to 1: one minus the share of characters to change. */
export function similarityOf(one: string, other: string): number {
  if (one === other) return 1;
  const longest = Math.max(one.length, other.length);
  const shortest = Math.min(one.length, other.length);
  if (shortest === 0) return 0;
  let head = 0;
  while (head < shortest && one.charCodeAt(head) === other.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < shortest - head &&
    one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail)
  ) {
    tail++;
  }
  const restOne = one.slice(head, one.length - tail);
  const restOther = other.slice(head, other.length - tail);
  const rest = Math.max(restOne.length, restOther.length);
  if (rest > MAX_DISTANCE_CHARACTERS) return (head + tail) / longest;
  return 1 - distance(restOne, restOther) / longest;
}

/** A line of one list that became a line of the other. */
export interface LinePair {
  readonly one: number;
  readonly other: number;
}

/** Maximum product of the list lengths for comparing pair by pair. */
const MAX_COMPARED_PAIRS = 2_500;

/**
 * Pairs the lines of two short lists in order so that the sum of their likeness is maximal; dissimilar lines
 * stay unpaired.
 */
export function pairSimilarLines(
  one: readonly string[],
  other: readonly string[],
  leastSimilarity: number,
): LinePair[] {
  const rows = one.length;
  const columns = other.length;
  if (rows === 0 || columns === 0) return [];
  if (rows * columns > MAX_COMPARED_PAIRS) {
    return [...one.keys()]
      .slice(0, Math.min(rows, columns))
      .filter((at) => similarityOf(one[at] as string, other[at] as string) >= leastSimilarity)
      .map((at) => ({ one: at, other: at }));
  }
  const width = columns + 1;
  const score = new Float64Array(rows * columns);
  const best = new Float64Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const first = one[row] as string;
      const second = other[column] as string;
      const alike = first === "" || second === "" ? 0 : similarityOf(first, second);
      score[row * columns + column] = alike;
      best[row * width + column] = Math.max(
        best[(row + 1) * width + column] as number,
        best[row * width + column + 1] as number,
        alike >= leastSimilarity ? alike + (best[(row + 1) * width + column + 1] as number) : 0,
      );
    }
  }
  const pairs: LinePair[] = [];
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    const alike = score[row * columns + column] as number;
    const here = best[row * width + column] as number;
    if (alike >= leastSimilarity && here === alike + (best[(row + 1) * width + column + 1] as number)) {
      pairs.push({ one: row++, other: column++ });
    } else if (here === best[(row + 1) * width + column]) row++;
    else column++;
  }
  return pairs;
}
