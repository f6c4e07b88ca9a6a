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
 * Maximum product of lengths for the weighted comparison; longer sequences are compared by the `diff`
 * package.
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
  let oldEnd = old.length;
  let newEnd = next.length;
  while (oldEnd > head && newEnd > head && old[oldEnd - 1] === next[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  const steps: DiffStep[] = [];
  push(steps, "keep", 0, head, 0, head);
  middleSteps(old, next, head, oldEnd, newEnd, weigh, steps);
  push(steps, "keep", oldEnd, old.length, newEnd, next.length);
  return steps;
}

function middleSteps<Key extends string | number>(
  old: readonly Key[],
  next: readonly Key[],
  head: number,
  oldEnd: number,
  newEnd: number,
  weigh: (key: Key) => number,
  steps: DiffStep[],
): void {
  const rows = oldEnd - head;
  const columns = newEnd - head;
  if (rows === 0 || columns === 0) {
    push(steps, "change", head, oldEnd, head, newEnd);
    return;
  }
  if (rows * columns > MAX_WEIGHED_CELLS) {
    longSteps(old, next, head, oldEnd, newEnd, steps);
    return;
  }
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    const key = old[head + row] as Key;
    const weight = weigh(key);
    for (let column = columns - 1; column >= 0; column--) {
      const skip = Math.max(
        best[(row + 1) * width + column] as number,
        best[row * width + column + 1] as number,
      );
      const keep =
        key === next[head + column] ? weight + (best[(row + 1) * width + column + 1] as number) : 0;
      best[row * width + column] = Math.max(skip, keep);
    }
  }
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    const here = best[row * width + column] as number;
    const key = old[head + row] as Key;
    if (
      key === next[head + column] &&
      here === weigh(key) + (best[(row + 1) * width + column + 1] as number)
    ) {
      push(steps, "keep", head + row, head + row + 1, head + column, head + column + 1);
      row++;
      column++;
    } else if (here === best[(row + 1) * width + column]) {
      push(steps, "change", head + row, head + row + 1, head + column, head + column);
      row++;
    } else {
      push(steps, "change", head + row, head + row, head + column, head + column + 1);
      column++;
    }
  }
  push(steps, "change", head + row, oldEnd, head + column, newEnd);
}

function longSteps<Key extends string | number>(
  old: readonly Key[],
  next: readonly Key[],
  head: number,
  oldEnd: number,
  newEnd: number,
  steps: DiffStep[],
): void {
  const parts = diffArrays(old.slice(head, oldEnd), next.slice(head, newEnd), {
    maxEditLength: MAX_EDIT_LENGTH,
  });
  if (!parts) {
    push(steps, "change", head, oldEnd, head, newEnd);
    return;
  }
  let oldAt = head;
  let newAt = head;
  for (const part of parts) {
    const length = part.value.length;
    if (part.added) push(steps, "change", oldAt, oldAt, newAt, newAt + length);
    else if (part.removed) push(steps, "change", oldAt, oldAt + length, newAt, newAt);
    else push(steps, "keep", oldAt, oldAt + length, newAt, newAt + length);
    if (!part.added) oldAt += length;
    if (!part.removed) newAt += length;
  }
}

/** Appends a step, and merges it with the previous one of the same kind. */
function push(
  steps: DiffStep[],
  kind: DiffStep["kind"],
  oldFrom: number,
  oldTo: number,
  newFrom: number,
  newTo: number,
): void {
  if (oldFrom === oldTo && newFrom === newTo) return;
  const last = steps[steps.length - 1];
  if (last && last.kind === kind && last.oldTo === oldFrom && last.newTo === newFrom) {
    steps[steps.length - 1] = { kind, oldFrom: last.oldFrom, oldTo, newFrom: last.newFrom, newTo };
  } else {
    steps.push({ kind, oldFrom, oldTo, newFrom, newTo });
  }
}
