import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatchHunks } from "../../../src/fuzzy/index.js";
import { PlacedHunks } from "../../../src/fuzzy/patch/placed-hunks.js";
import { growthFactor } from "../../growth-factor.js";
import { startStopwatch } from "../../processor-time.js";

describe("PlacedHunks", () => {
  it("finds the overlaps that a comparison with every region finds", () => {
    const region = fc
      .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 4 }))
      .map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.array(region, { maxLength: 30 }), (regions) => {
        const placed = new PlacedHunks();
        const kept: { start: number; end: number }[] = [];
        for (const next of regions) {
          const expected = kept.some((other) => next.start < other.end && other.start < next.end);
          expect(placed.overlaps(next)).toBe(expected);
          if (expected) continue;
          placed.add(next);
          kept.push(next);
        }
      }),
    );
  });

  it("keeps the time of hunks that insert before earlier ones linear", async () => {
    const line = { kind: "add", text: "x" } as const;
    const hunks = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        anchors: [],
        lines: [line],
        startLine: 2 - (index % 2),
        atEndOfFile: false,
        oldEndsOpen: false,
        newEndsOpen: false,
      }));
    const time = (count: number) => {
      const list = hunks(count);
      const elapsedMs = startStopwatch();
      expect(applyPatchHunks({ content: "a\nb\n", hunks: list }).ok).toBe(true);
      return elapsedMs();
    };
    // Linear growth is a factor of 16; with a comparison of all pairs it was above 40.
    expect(await growthFactor(time, { from: 4_000, to: 64_000 })).toBeLessThan(28);
  });
});
