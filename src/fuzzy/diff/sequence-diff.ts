import { diffArrays } from "diff/lib/diff/array.js";

/** One step of a diff: `[from, to)` of the old sequence became `[from, to)` of the new one. */
export interface DiffStep {
  readonly kind: "keep" | "change";
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/**
 * Maximum product of lengths for the weighted comparison; of longer sequences, the entries that both have are compared, and if there
 * are too many of them, by the `diff` package.
 */
const MAX_WEIGHED_CELLS = 400_000;

/** Edit length above which a whole section counts as changed, because almost nothing is common. */
const MAX_EDIT_LENGTH = 1_500;

/**
 * Returns the kept and changed steps between two sequences of keys. Selects the common subsequence with the
 * greatest weight, so that a distinctive line is kept rather than two closing braces.
 */
export function diffSequences<Key extends string | number>(
  old: readonly Key[],
  next: readonly Key[],
  weigh: (key: Key) => number = () => 1,
): DiffStep[] {
  let head = 0;
  while (head < old.length && head < next.length && old[head] === next[head]) head++;
  const limit = Math.min(old.length, next.length) - head;
  let tail = 0;
  while (tail < limit && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail++;
  const steps = new StepList();
  steps.add("keep", head, head);
  const [oldMiddle, newMiddle] = [old.slice(head, old.length - tail), next.slice(head, next.length - tail)];
  if (oldMiddle.length * newMiddle.length > MAX_WEIGHED_CELLS)
    addLongSteps(steps, oldMiddle, newMiddle, weigh);
  else addWeighedSteps(steps, oldMiddle, newMiddle, weigh);
  steps.add("keep", tail, tail);
  return steps.all;
}

/** Appends the steps of the common subsequence with the greatest weight. */
function addWeighedSteps<Key extends string | number>(
  steps: StepList,
  old: readonly Key[],
  next: readonly Key[],
  weigh: (key: Key) => number,
): void {
  const rows = old.length;
  const columns = next.length;
  const width = columns + 1;
  const best = new Float64Array(rows === 0 ? 0 : (rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    const key = old[row] as Key;
    const weight = weigh(key);
    for (let column = columns - 1; column >= 0; column--) {
      const skip = Math.max(
        best[(row + 1) * width + column] as number,
        best[row * width + column + 1] as number,
      );
      const keep = key === next[column] ? weight + (best[(row + 1) * width + column + 1] as number) : 0;
      best[row * width + column] = Math.max(skip, keep);
    }
  }
  let row = 0;
  let column = 0;
  // Old entries minus new ones since the last kept one.
  let skipped = 0;
  while (row < rows && column < columns) {
    const here = best[row * width + column] as number;
    const key = old[row] as Key;
    if (key === next[column] && here === weigh(key) + (best[(row + 1) * width + column + 1] as number)) {
      steps.add("keep", 1, 1);
      row++;
      column++;
      skipped = 0;
    } else {
      // Of equal ways, the one that replaces lines by as many lines: of two equal lines the nearer one is kept.
      const [skipsOld, skipsNew] = [best[(row + 1) * width + column], best[row * width + column + 1]];
      const isOld = skipsOld === here && (skipsNew !== here || skipped <= 0);
      steps.add("change", isOld ? 1 : 0, isOld ? 0 : 1);
      skipped += isOld ? 1 : -1;
      if (isOld) row++;
      else column++;
    }
  }
  steps.add("change", rows - row, columns - column);
}

/**
 * Appends the steps of long sequences. An entry that the other sequence lacks is never kept, so that only the others are compared: by weight
 * if few are left, else by the `diff` package.
 */
function addLongSteps<Key extends string | number>(
  steps: StepList,
  old: readonly Key[],
  next: readonly Key[],
  weigh: (key: Key) => number,
): void {
  const oldPlaces = placesOfShared(old, next);
  const newPlaces = placesOfShared(next, old);
  const oldKeys = oldPlaces.map((at) => old[at] as Key);
  const newKeys = newPlaces.map((at) => next[at] as Key);
  const shared = new StepList();
  if (oldKeys.length * newKeys.length > MAX_WEIGHED_CELLS) addFoundSteps(shared, oldKeys, newKeys);
  else addWeighedSteps(shared, oldKeys, newKeys, weigh);
  let [oldTo, newTo] = [0, 0];
  for (const { kind, oldFrom, oldTo: end, newFrom } of shared.all) {
    for (let at = oldFrom; kind === "keep" && at < end; at += 1) {
      const oldPlace = oldPlaces[at] as number;
      const newPlace = newPlaces[newFrom + at - oldFrom] as number;
      steps.add("change", oldPlace - oldTo, newPlace - newTo);
      steps.add("keep", 1, 1);
      [oldTo, newTo] = [oldPlace + 1, newPlace + 1];
    }
  }
  steps.add("change", old.length - oldTo, next.length - newTo);
}

/** Returns the places of the entries that another sequence has too. */
function placesOfShared<Key>(keys: readonly Key[], other: readonly Key[]): number[] {
  const known = new Set(other);
  const places: number[] = [];
  for (const [at, key] of keys.entries()) if (known.has(key)) places.push(at);
  return places;
}

/** Appends the steps that the `diff` package finds. */
function addFoundSteps<Key extends string | number>(
  steps: StepList,
  old: readonly Key[],
  next: readonly Key[],
): void {
  const parts = diffArrays([...old], [...next], { maxEditLength: MAX_EDIT_LENGTH });
  if (!parts) steps.add("change", old.length, next.length);
  for (const { value, added, removed } of parts ?? []) {
    if (added) steps.add("change", 0, value.length);
    else if (removed) steps.add("change", value.length, 0);
    else steps.add("keep", value.length, value.length);
  }
}

/** The steps of a diff in sequence, each as long as possible. */
class StepList {
  readonly all: DiffStep[] = [];

  /** Appends a step over some entries of both sequences, and merges it with the previous one of the same kind. */
  add(kind: DiffStep["kind"], oldCount: number, newCount: number): void {
    if (oldCount === 0 && newCount === 0) return;
    const last = this.all.at(-1);
    const { oldTo = 0, newTo = 0 } = last ?? {};
    const end = { oldTo: oldTo + oldCount, newTo: newTo + newCount };
    if (last?.kind === kind) this.all[this.all.length - 1] = { ...last, ...end };
    else this.all.push({ kind, oldFrom: oldTo, newFrom: newTo, ...end });
  }
}
