import type { StepList } from "./step-list.js";

/** Two sequences of keys and the weight of a key. */
interface Sequences<Key> {
  readonly old: readonly Key[];
  readonly next: readonly Key[];
  readonly weigh: (key: Key) => number;
}

/** The cells of a comparison, row by row: one for each pair of a place in the old and one in the new sequence. */
interface Band {
  /** Returns the first column of a row. */
  readonly start: (row: number) => number;
  /** Cells of a row. */
  readonly width: number;
  /** The greatest weight that can be kept from the places of a cell on. */
  readonly best: Float64Array;
}

/** Maximum number of cells of a comparison. */
const MAX_CELLS = 400_000;

/** First guess of what the best comparison omits, in keys of the least weight: most changes are small. */
const GUESSED_OMISSIONS = 48;

/**
 * Appends the steps of the common subsequence with the greatest weight.
 *
 * @returns whether it was found; otherwise too many cells would have to be compared, and nothing is appended
 */
export function addWeighedSteps<Key extends string | number>(
  steps: StepList,
  old: readonly Key[],
  next: readonly Key[],
  weigh: (key: Key) => number,
): boolean {
  const sequences = { old, next, weigh };
  const band = bestBand(sequences);
  if (band === undefined) return false;
  const [rows, columns] = [old.length, next.length];
  let row = 0;
  let column = 0;
  // Old entries minus new ones since the last kept one.
  let skipped = 0;
  while (row < rows && column < columns) {
    const here = bestFrom(band, sequences, row, column);
    const key = old[row] as Key;
    if (key === next[column] && here === weigh(key) + bestFrom(band, sequences, row + 1, column + 1)) {
      steps.add("keep", 1, 1);
      row++;
      column++;
      skipped = 0;
    } else {
      // Of equal ways, the one that replaces lines by as many lines: of two equal lines the nearer one is kept.
      const skipsOld = bestFrom(band, sequences, row + 1, column);
      const skipsNew = bestFrom(band, sequences, row, column + 1);
      const isOld = skipsOld === here && (skipsNew !== here || skipped <= 0);
      steps.add("change", isOld ? 1 : 0, isOld ? 0 : 1);
      skipped += isOld ? 1 : -1;
      if (isOld) row++;
      else column++;
    }
  }
  steps.add("change", rows - row, columns - column);
  return true;
}

/**
 * Returns a band of cells with every best comparison.
 *
 * A comparison that omits keys of a total weight `w` stays within `w / least` cells of the diagonals of its ends, where `least` is the
 * smallest weight of a key. So a band for `w` that contains a comparison which omits no more than that contains all best ones; and where it
 * does not, what its comparison omits is enough for a second band. Returns `undefined` if a band has too many cells.
 */
function bestBand<Key>(sequences: Sequences<Key>): Band | undefined {
  const { old, next, weigh } = sequences;
  let total = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const keys of [old, next]) {
    for (const key of keys) {
      const weight = weigh(key);
      total += weight;
      if (weight < least) least = weight;
    }
  }
  // Weights of zero bound nothing.
  if (!(least > 0)) return filledBand(sequences, Number.POSITIVE_INFINITY);
  const guessed = Math.abs(next.length - old.length) + GUESSED_OMISSIONS;
  const guess = filledBand(sequences, guessed);
  if (guess === undefined) return undefined;
  const omissions = (total - 2 * bestFrom(guess, sequences, 0, 0)) / least;
  return omissions <= guessed ? guess : filledBand(sequences, Math.ceil(omissions));
}

/** Fills the cells of the comparisons that omit up to a number of keys; returns `undefined` if they are too many. */
function filledBand<Key>(sequences: Sequences<Key>, omissions: number): Band | undefined {
  const { old, next, weigh } = sequences;
  const [rows, columns] = [old.length, next.length];
  const difference = columns - rows;
  // A comparison that reaches a diagonal omits the keys up to there, and those back to the diagonal of the end.
  const beside = Math.max(0, Math.floor((omissions - Math.abs(difference)) / 2));
  const from = Math.max(-rows, Math.min(0, difference) - beside);
  const to = Math.min(columns, Math.max(0, difference) + beside);
  const width = Math.min(to - from, columns) + 1;
  if (rows * width > MAX_CELLS) return undefined;
  const start = (row: number) => Math.max(0, Math.min(row + from, columns + 1 - width));
  const best = new Float64Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    const key = old[row] as Key;
    const weight = weigh(key);
    const first = Math.max(0, row + from);
    const firstBelow = start(row + 1);
    // Cells of a column in this row and in the next one.
    const here = row * width - start(row);
    const under = (row + 1) * width - firstBelow;
    // The best weight from the cell to the right on, and then from this one on.
    let value = 0;
    for (let column = Math.min(columns - 1, row + to); column >= first; column--) {
      const below = column >= firstBelow ? (best[under + column] as number) : 0;
      const keep = key === next[column] ? weight + (best[under + column + 1] as number) : 0;
      if (below > value) value = below;
      if (keep > value) value = keep;
      best[here + column] = value;
    }
  }
  return { start, width, best };
}

/** Returns the best weight from two places on; 0 outside the band and at the end of a sequence. */
function bestFrom<Key>(
  { start, width, best }: Band,
  { old, next }: Sequences<Key>,
  row: number,
  column: number,
): number {
  const offset = column - start(row);
  if (row >= old.length || column >= next.length || offset < 0 || offset >= width) return 0;
  return best[row * width + offset] as number;
}
