import { diffArrays } from "diff/lib/diff/array.js";
import type { TextLine } from "../text/index.js";
import { type DiffStep, StepList } from "./step-list.js";
import { addWeighedSteps } from "./weighed-steps.js";

/** Maximum product of lengths of sequences that are compared whole; of longer ones, only the entries that both have are compared. */
const MAX_WHOLE_CELLS = 400_000;

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
  const isShort = oldMiddle.length * newMiddle.length <= MAX_WHOLE_CELLS;
  if (!isShort || !addWeighedSteps(steps, oldMiddle, newMiddle, weigh))
    addLongSteps(steps, oldMiddle, newMiddle, weigh);
  steps.add("keep", tail, tail);
  return steps.all;
}

/**
 * Appends the steps of long sequences. An entry that the other sequence lacks is never kept, so that only the others are compared: by weight
 * if they are few, else by the `diff` package.
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
  const isShort = oldKeys.length * newKeys.length <= MAX_WHOLE_CELLS;
  if (!isShort || !addWeighedSteps(shared, oldKeys, newKeys, weigh)) addFoundSteps(shared, oldKeys, newKeys);
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

/**
 * Returns which lines of the old text the edit keeps, changes and adds; white space around a line is not a
 * change.
 */
export function diffTexts(old: readonly TextLine[], next: readonly TextLine[]): DiffStep[] {
  return diffSequences(
    old.map((line) => line.text),
    next.map((line) => line.text),
    (text) => (text === "" ? 0.5 : text.length < 4 ? 1 : 8 + Math.min(text.length, 40) / 8),
  );
}
