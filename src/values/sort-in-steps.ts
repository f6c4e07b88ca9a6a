import { createYield, type Yield } from "./yield-to-event-loop.js";

/** Values that are sorted in one step: some milliseconds. */
const MAX_STEP = 8_192;

/**
 * Returns a sorted copy of a list. Sorts a long list in steps with yields to the event loop, because the native sort of 200,000 names
 * blocks it for 200 ms. Like the native sort, keeps the order of equal values.
 *
 * @example
 * const names = await sortInSteps(await folder.list(), (one, other) => (one.name < other.name ? -1 : 1));
 */
export async function sortInSteps<Value>(
  values: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Promise<readonly Value[]> {
  if (values.length <= MAX_STEP) return [...values].sort(compare);
  const pause = createYield();
  let runs: (readonly Value[])[] = [];
  for (let start = 0; start < values.length; start += MAX_STEP) {
    runs.push(values.slice(start, start + MAX_STEP).sort(compare));
    await pause();
  }
  while (runs.length > 1) {
    const merged: (readonly Value[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [one = [], other = []] = runs.slice(index, index + 2);
      merged.push(other.length === 0 ? one : await mergeInSteps(one, other, { compare, pause }));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeInSteps<Value>(
  one: readonly Value[],
  other: readonly Value[],
  { compare, pause }: { readonly compare: (one: Value, other: Value) => number; readonly pause: Yield },
): Promise<readonly Value[]> {
  const merged: Value[] = [];
  let first = 0;
  let second = 0;
  while (first < one.length && second < other.length) {
    // On a tie, the value that came first.
    if (compare(one[first] as Value, other[second] as Value) <= 0) merged.push(one[first++] as Value);
    else merged.push(other[second++] as Value);
    if (merged.length % MAX_STEP === 0) await pause();
  }
  while (first < one.length) merged.push(one[first++] as Value);
  while (second < other.length) merged.push(other[second++] as Value);
  return merged;
}
