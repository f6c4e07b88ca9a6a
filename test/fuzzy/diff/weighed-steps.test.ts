import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffStep, diffSequences } from "../../../src/fuzzy/diff/index.js";

type Weigh = (key: number) => number;

/** Returns which entries are kept, as pairs of places, from the table of all cells. */
function keptByTable(old: readonly number[], next: readonly number[], weigh: Weigh): [number, number][] {
  const best = Array.from({ length: old.length + 1 }, () => new Array<number>(next.length + 1).fill(0));
  const at = (row: number, column: number) => best[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = next.length - 1; column >= 0; column--) {
      const isSame = old[row] === next[column];
      const keep = isSame ? weigh(old[row] as number) + at(row + 1, column + 1) : 0;
      (best[row] as number[])[column] = Math.max(at(row + 1, column), at(row, column + 1), keep);
    }
  const kept: [number, number][] = [];
  let [row, column, skipped] = [0, 0, 0];
  while (row < old.length && column < next.length) {
    const here = at(row, column);
    const isSame = old[row] === next[column];
    if (isSame && here === weigh(old[row] as number) + at(row + 1, column + 1)) {
      kept.push([row++, column++]);
      skipped = 0;
    } else if (at(row + 1, column) === here && (at(row, column + 1) !== here || skipped <= 0)) {
      row++;
      skipped++;
    } else {
      column++;
      skipped--;
    }
  }
  return kept;
}

function keptBySteps(steps: readonly DiffStep[]): [number, number][] {
  return steps.flatMap(({ kind, oldFrom, oldTo, newFrom }) =>
    kind === "keep"
      ? Array.from({ length: oldTo - oldFrom }, (_, at): [number, number] => [oldFrom + at, newFrom + at])
      : [],
  );
}

/** Blank lines weigh half a line, others up to six times one. */
const weigh: Weigh = (key) => (key % 5 === 0 ? 0.5 : 1 + (key % 40) / 8);

/** A sequence, and another one that an edit at random places makes of it. */
const edited = fc
  .record({
    lines: fc.array(fc.nat(60), { maxLength: 120 }),
    edits: fc.array(
      fc.record({ at: fc.nat(120), remove: fc.nat(12), add: fc.array(fc.nat(60), { maxLength: 12 }) }),
      {
        maxLength: 5,
      },
    ),
  })
  .map(({ lines, edits }) => {
    const next = [...lines];
    for (const { at, remove, add } of edits) next.splice(at % (next.length + 1), remove, ...add);
    return { lines, next };
  });

// First and last entries differ, so that no entry is left out of the comparison.
const compared = (old: readonly number[], next: readonly number[], weight?: Weigh) =>
  keptBySteps(diffSequences([-1, ...old, -2], [-3, ...next, -4], weight)).map(([one, other]) => [
    one - 1,
    other - 1,
  ]);

describe("diffSequences of short sequences", () => {
  it.each([
    ["with weights", weigh],
    ["with equal weights", () => 1],
    ["with weights of which some are zero", (key: number) => key % 3],
  ] as const)("keeps the same entries as the table of all cells, %s", (_name, weight) => {
    const table = (old: readonly number[], next: readonly number[]) => keptByTable(old, next, weight);
    const weightOf = (key: number) => (key < 0 ? 1 : weight(key));
    fc.assert(
      fc.property(edited, ({ lines, next }) => {
        expect(compared(lines, next, weightOf)).toEqual(table(lines, next));
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(
        fc.array(fc.nat(8), { maxLength: 60 }),
        fc.array(fc.nat(8), { maxLength: 9 }),
        (one, other) => {
          expect(compared(one, other, weightOf)).toEqual(table(one, other));
          expect(compared(other, one, weightOf)).toEqual(table(other, one));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("weighs each entry a few times, however long the sequences are", () => {
    const old = Array.from({ length: 600 }, (_, at) => at);
    const next = old.with(5, 1_000).with(590, 2_000);
    let weighed = 0;
    diffSequences(old, next, () => {
      weighed += 1;
      return 1;
    });
    expect(weighed).toBeLessThan(10 * 600);
  });
});
