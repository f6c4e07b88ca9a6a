import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EditRegions } from "../../../../src/tools/files/edit/edit-regions.js";
import { startStopwatch } from "../../../processor-time.js";

/** A text, the same text after replacements, and the replaced places. */
function replaced(text: string, edits: readonly (readonly [number, number, string])[]) {
  let after = "";
  let position = 0;
  const spans = edits.flatMap(([skip, length, replacement]) => {
    const start = Math.min(text.length, position + skip);
    const end = Math.min(text.length, start + length);
    after += text.slice(position, start) + replacement;
    position = end;
    return [{ start, end }];
  });
  return { after: after + text.slice(position), spans };
}

const letters = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 30 });
const edit = fc.array(fc.tuple(fc.nat(9), fc.nat(4), fc.constantFrom("", "x", "yy\n", "ab")), {
  minLength: 1,
  maxLength: 3,
});

describe("EditRegions", () => {
  it("returns the regions of the first text outside which nothing changed, in order and disjoint", () => {
    fc.assert(
      fc.property(letters, fc.array(edit, { minLength: 1, maxLength: 5 }), (first, edits) => {
        const regions = new EditRegions();
        let text = first;
        for (const steps of edits) {
          const { after, spans } = replaced(text, steps);
          regions.add(text, after, spans);
          text = after;
        }
        const { spans } = regions;
        const kept = [
          ...spans.map(({ start }, index) => first.slice(spans[index - 1]?.end ?? 0, start)),
          first.slice(spans.at(-1)?.end ?? 0),
        ];
        // The new text consists of the kept parts in order, with any text between them.
        let position = 0;
        for (const [index, piece] of kept.entries()) {
          if (index === 0) expect(text.startsWith(piece)).toBe(true);
          const at = index === kept.length - 1 ? text.length - piece.length : text.indexOf(piece, position);
          expect(at).toBeGreaterThanOrEqual(position);
          expect(text.slice(at, at + piece.length)).toBe(piece);
          position = at + piece.length;
        }
        for (const [index, { start, end }] of spans.entries()) {
          expect(start).toBeLessThanOrEqual(end);
          expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("does not include the text between two edits", () => {
    const regions = new EditRegions();
    const first = `one${" ".repeat(1000)}two`;
    const second = first.replace("two", "three");
    regions.add(first, second, [{ start: 1003, end: 1006 }]);
    regions.add(second, second.replace("one", "eleven"), [{ start: 0, end: 3 }]);
    expect(regions.spans).toEqual([
      { start: 0, end: 3 },
      { start: 1003, end: 1006 },
    ]);
  });

  it("merges two edits of 64,000 places in one pass", () => {
    const places = 64_000;
    const first = "ab\n".repeat(places);
    const second = "cde\n".repeat(places);
    const third = "f\n".repeat(places);
    const spansOf = (step: number, length: number) =>
      Array.from({ length: places }, (_, n) => ({ start: step * n, end: step * n + length }));
    const regions = new EditRegions();
    const elapsedMs = startStopwatch();
    regions.add(first, second, spansOf(3, 2));
    regions.add(second, third, spansOf(4, 3));
    expect(regions.spans).toHaveLength(places);
    // One pass takes about 100 ms; a comparison of every change with every region makes 4,000,000,000 steps.
    expect(elapsedMs()).toBeLessThan(1_500);
  });
});
