import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_RANGES, parseRanges } from "../../../src/tools/agents/found/parse-ranges.js";
import { startStopwatch } from "../../processor-time.js";

describe("parseRanges", () => {
  it.each([
    ["src/a.ts:10-20  parses the input", "src/a.ts", 10, 20, "parses the input"],
    ["- src/a.ts:10-20 – why", "src/a.ts", 10, 20, "why"],
    ["1. `src/a.ts:10-20` — why", "src/a.ts", 10, 20, "why"],
    ["* `src/a.ts`:10–20: why", "src/a.ts", 10, 20, "why"],
    ["- **src/a.ts** (lines 10-20): why", "src/a.ts", 10, 20, "why"],
    ["- **`src/a.ts`** lines 10 to 20: why", "src/a.ts", 10, 20, "why"],
    ["- [a.ts](src/a.ts#L10-L20) - why", "src/a.ts", 10, 20, "why"],
    ["[`src/a.ts`](file:///w/src/a.ts#L10-L20): why", "/w/src/a.ts", 10, 20, "why"],
    ["[src/a.ts:10-20](src/a.ts) why", "src/a.ts", 10, 20, "why"],
    ["src/a.ts#L10 why", "src/a.ts", 10, 10, "why"],
    ["src/a.ts:10:4 why", "src/a.ts", 10, 10, "why"],
    ["src/a.ts:L10-L20 why", "src/a.ts", 10, 20, "why"],
    ["src/a.ts, lines 10-20, why", "src/a.ts", 10, 20, "why"],
    ["src/a.ts L10-20 why", "src/a.ts", 10, 20, "why"],
    ["src/a.ts (10-20) why", "src/a.ts", 10, 20, "why"],
    ["src/a.ts:10..20 why", "src/a.ts", 10, 20, "why"],
    ["src/a.ts:20-10 why", "src/a.ts", 10, 20, "why"],
    ["/abs/a.ts:1-2 why", "/abs/a.ts", 1, 2, "why"],
    ["C:\\w\\a.ts:1-2 why", "C:\\w\\a.ts", 1, 2, "why"],
    ["- `docs/two words.md:3-4` why", "docs/two words.md", 3, 4, "why"],
    ["| src/a.ts:10-20 | why |", "src/a.ts", 10, 20, "why"],
    ["Makefile:3-9 why", "Makefile", 3, 9, "why"],
    ["The heart of it is src/a.ts:10-20.", "src/a.ts", 10, 20, "The heart of it is"],
    ["app/[slug]/page.tsx:1-2 why", "app/[slug]/page.tsx", 1, 2, "why"],
    ["(see [src/a.ts:10-20] why)", "src/a.ts", 10, 20, "why)"],
    ["`app/[slug]/page.tsx:1-2` why", "app/[slug]/page.tsx", 1, 2, "why"],
  ])("reads %s", (line, path, startLine, endLine, why) => {
    expect(parseRanges(line)).toMatchObject([{ path, startLine, endLine, why }]);
  });

  it("reads a file without lines, and returns whether it is certainly a file", () => {
    expect(parseRanges("- `src/a.ts`: why")).toEqual([{ path: "src/a.ts", why: "why", certain: true }]);
    expect(parseRanges("See src/a.ts.")).toMatchObject([{ path: "src/a.ts", certain: false }]);
  });

  it.each([
    "",
    "Nothing was found.",
    "I looked everywhere; 10-20 files.",
    "https://example.org/a.ts:10-20",
    "10:30 is late",
    "- nothing: at all",
  ])("finds no location in %s", (text) => {
    expect(parseRanges(text)).toEqual([]);
  });

  it("returns each location once, in order, up to the limit", () => {
    expect(parseRanges("b.ts:1-2\na.ts:1-2\nb.ts:1-2 again").map(({ path }) => path)).toEqual([
      "b.ts",
      "a.ts",
    ]);
    const many = Array.from({ length: 5_000 }, (_, index) => `src/f${index}.ts:1-2`).join("\n");
    expect(parseRanges(many)).toHaveLength(MAX_RANGES);
  });

  it("ends quickly, whatever a model writes", () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab/.:#L-–(1)[]`"<>* \n,'.split("")), maxLength: 400 });
    fc.assert(
      fc.property(text, (answer) => {
        for (const { startLine = 1, endLine = 1 } of parseRanges(answer)) {
          expect(startLine).toBeGreaterThanOrEqual(1);
          expect(endLine).toBeGreaterThanOrEqual(startLine);
        }
      }),
      { numRuns: 500 },
    );
    const hostile = [
      "[".repeat(1e6),
      "a/".repeat(1e6),
      "`a:1-".repeat(3e5),
      "a (".repeat(5e5),
      "1".repeat(1e6),
    ];
    const elapsedMs = startStopwatch();
    for (const each of hostile) parseRanges(each);
    expect(elapsedMs()).toBeLessThan(2_000);
  });
});
