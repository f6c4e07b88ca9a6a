import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineWindow } from "../../../../src/contract/index.js";
import { shortenLines } from "../../../../src/tools/files/read/shorten-lines.js";
import { DEFAULT_READ_LIMITS, readOperation } from "../../../../src/tools/index.js";
import { createWorkbench } from "../../workbench.js";

const windowOf = (lines: readonly string[]): LineWindow => ({
  path: "/file",
  lines,
  firstLine: 1,
  more: false,
  totalLines: lines.length,
  truncatedLines: [],
  byteLimitHit: false,
  size: 0,
});

describe("shortenLines", () => {
  it("leaves a window unchanged where only bytes count", () => {
    const window = windowOf(["x".repeat(9_999)]);
    expect(shortenLines(window, DEFAULT_READ_LIMITS)).toBe(window);
  });

  it("limits every line to its characters and all lines to their bytes, and loses none before the limit", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "é", "漢", "😀"), maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 1, max: 200 }),
        (lines, maxCharactersPerLine, maxBytes) => {
          const limits = { ...DEFAULT_READ_LIMITS, maxCharactersPerLine, maxBytes };
          const shown = shortenLines(windowOf(lines), limits);
          const text = shown.lines.join("\n");
          expect(text).not.toMatch(/\p{Surrogate}/u);
          expect(shown.lines.length === 1 || Buffer.byteLength(text) <= maxBytes).toBe(true);
          for (const [index, each] of shown.lines.entries()) {
            const whole = lines[index] ?? "";
            expect(whole.startsWith(each)).toBe(true);
            expect(shown.truncatedLines.includes(index + 1)).toBe(each !== whole);
            // A truncated line is at most half a character shorter than the limit.
            if (each !== whole) expect(each.length).toBeGreaterThanOrEqual(maxCharactersPerLine - 1);
            expect(each.length).toBeLessThanOrEqual(maxCharactersPerLine);
          }
          expect(shown.more).toBe(shown.lines.length < lines.length);
          expect(shown.byteLimitHit).toBe(shown.more);
        },
      ),
    );
  });

  it("shows as much of a file as fits, however wide its characters are", async () => {
    const bench = await createWorkbench();
    for (const unit of ["a", "é", "漢", "😀"]) {
      const line = unit.repeat(400);
      await bench.write({ "a.txt": `${line}\n`.repeat(100) });
      const limits = {
        maxCharactersPerLine: 100,
        maxBytesPerLine: Number.POSITIVE_INFINITY,
        maxBytes: 2_000,
      };
      const output = await bench.run(readOperation, { path: "a.txt", range: [1, 100], limits });
      const shown = unit.repeat(100 / unit.length);
      const fitting = Math.floor((2_000 + 1) / (Buffer.byteLength(shown) + 1));
      expect(output).toMatchObject({
        lines: Array.from({ length: fitting }, () => shown),
        truncation: { limit: "max-bytes" },
      });
    }
  });
});
