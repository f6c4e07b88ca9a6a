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
    const timeOf = (count: number) => {
      const placed = new PlacedHunks();
      let overlaps = 0;
      const elapsedMs = startStopwatch();
      for (let index = 0; index < count; index += 1) {
        const at = 2 - (index % 2);
        if (placed.overlaps({ start: at, end: at })) overlaps += 1;
        placed.add({ start: at, end: at });
      }
      const took = elapsedMs();
      expect(overlaps).toBe(0);
      return took;
    };
    // Linear growth is a factor of 16; where each hunk is compared with all earlier ones, it is 256.
    const below = 64;
    expect(await growthFactor(timeOf, { from: 4_000, to: 64_000, below })).toBeLessThan(below);
  });

  it("applies 16,000 hunks that insert before earlier ones", () => {
    const line = { kind: "add", text: "x" } as const;
    const hunks = Array.from({ length: 16_000 }, (_, index) => ({
      anchors: [],
      lines: [line],
      startLine: 2 - (index % 2),
      atEndOfFile: false,
      oldEndsOpen: false,
      newEndsOpen: false,
    }));
    const applied = applyPatchHunks({ content: "a\nb\n", hunks });
    expect(applied.ok && applied.content.split("\n").length).toBe(16_003);
  });
});
