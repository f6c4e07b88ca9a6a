import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffStep, diffSequences } from "../../../src/fuzzy/diff/index.js";

/** Applies steps to the old sequence; the kept entries must be equal. */
function applied(old: readonly string[], next: readonly string[], steps: readonly DiffStep[]): string[] {
  return steps.flatMap(({ kind, oldFrom, oldTo, newFrom, newTo }) =>
    kind === "keep" ? old.slice(oldFrom, oldTo) : next.slice(newFrom, newTo),
  );
}

const kept = (steps: readonly DiffStep[]) =>
  steps.reduce((sum, { kind, oldFrom, oldTo }) => sum + (kind === "keep" ? oldTo - oldFrom : 0), 0);

/** Lines of which only some occur in the other text too. */
const lines = (side: string) =>
  fc.array(
    fc.oneof(
      fc.constantFrom("a", "b", "c"),
      fc.nat(9).map((n) => `${side}${n}`),
    ),
    { maxLength: 40 },
  );

/** Lines that neither text shares, so many that the whole texts are too long to be compared by weight. */
const own = (side: string) => Array.from({ length: 800 }, (_, at) => `${side} ${at}`);

describe("diffSequences of long sequences", () => {
  it("keeps as much as the comparison of the shared entries alone", () => {
    fc.assert(
      fc.property(lines("old"), lines("new"), (old, next) => {
        const [longOld, longNext] = [
          ["x", ...own("old"), ...old, "z"],
          ["y", ...next, ...own("new"), "w"],
        ];
        const steps = diffSequences(longOld, longNext);
        expect(applied(longOld, longNext, steps)).toEqual(longNext);
        expect(kept(steps)).toBe(kept(diffSequences(["x", ...old, "z"], ["y", ...next, "w"])));
      }),
      { numRuns: 60 },
    );
  });

  it("returns one change if nothing is shared, without any comparison", () => {
    let weighed = 0;
    const steps = diffSequences(own("old"), own("new"), () => ++weighed);
    expect(steps).toEqual([{ kind: "change", oldFrom: 0, oldTo: 800, newFrom: 0, newTo: 800 }]);
    expect(weighed).toBe(0);
  });

  it("uses the other algorithm for more shared entries than can be weighed", () => {
    const old = Array.from({ length: 900 }, (_, at) => `${at % 7} ${at % 90}`);
    const next = old.filter((_, at) => at % 50 !== 3).map((line, at) => (at % 61 === 5 ? "new" : line));
    const steps = diffSequences(["first", ...old, "last"], ["other", ...next, "end"]);
    expect(applied(["first", ...old, "last"], ["other", ...next, "end"], steps)).toEqual([
      "other",
      ...next,
      "end",
    ]);
    expect(kept(steps)).toBeGreaterThan(800);
  });

  it("keeps the first of two equal entries if that leaves as many entries on both sides", () => {
    const steps = diffSequences(["x", "end", "end", "z"], ["y", "end", "new", "z"]);
    expect(steps.map(({ kind, oldFrom, newFrom }) => [kind, oldFrom, newFrom])).toEqual([
      ["change", 0, 0],
      ["keep", 1, 1],
      ["change", 2, 2],
      ["keep", 3, 3],
    ]);
  });
});
