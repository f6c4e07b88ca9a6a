import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputAccumulator, type TextLimits, truncateText } from "../../src/truncation/index.js";
import { anyLimits, anyText, wellFormedText } from "./arbitrary-text.js";

const bounded = anyLimits.filter(
  ({ maxBytes, maxCharacters, maxLines, maxLineLength }) =>
    maxBytes !== undefined ||
    maxCharacters !== undefined ||
    (maxLines !== undefined && maxLineLength !== undefined),
);
const cuts = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });

function inChunks<Whole extends { readonly length: number; slice(start: number, end?: number): Whole }>(
  whole: Whole,
  sizes: readonly number[],
): Whole[] {
  const chunks: Whole[] = [];
  let start = 0;
  for (const size of sizes) {
    chunks.push(whole.slice(start, start + size));
    start += size;
  }
  chunks.push(whole.slice(start));
  return chunks;
}

function accumulate(limits: TextLimits, chunks: readonly (string | Uint8Array)[]) {
  const output = createOutputAccumulator(limits);
  for (const [index, chunk] of chunks.entries()) {
    output.write(typeof chunk === "string" ? chunk : atOffset(chunk, index % 5));
  }
  return output.finish();
}

// One buffer for all chunks, at any alignment: a caller may reuse its buffer.
const shared = new Uint8Array(8192);
function atOffset(chunk: Uint8Array, offset: number): Uint8Array {
  const view = shared.subarray(offset, offset + chunk.length);
  view.set(chunk);
  return view;
}

describe("createOutputAccumulator", () => {
  it("returns the record of truncateText for any text in any chunks of bytes", () => {
    fc.assert(
      fc.property(fc.array(wellFormedText, { maxLength: 8 }), bounded, cuts, (texts, limits, sizes) => {
        const text = texts.join("");
        const chunks = inChunks(new Uint8Array(Buffer.from(text)), sizes);
        expect(accumulate(limits, chunks)).toEqual(truncateText(text, limits));
      }),
      { numRuns: 4000 },
    );
  });

  it("returns the record of truncateText for the decoded text of any bytes, valid or not", () => {
    const invalid = fc
      .array(
        fc.constantFrom(
          0x0a,
          0x0d,
          0x41,
          0x80,
          0xbf,
          0xc1,
          0xc3,
          0xa9,
          0xe0,
          0xa0,
          0xed,
          0xf0,
          0x9f,
          0x98,
          0xf4,
          0xf5,
          0xff,
        ),
        {
          maxLength: 120,
        },
      )
      .map((values) => Uint8Array.from(values));
    fc.assert(
      fc.property(
        fc.oneof(invalid, fc.uint8Array({ maxLength: 200 })),
        bounded,
        cuts,
        (bytes, limits, sizes) => {
          const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
          expect(accumulate(limits, inChunks(bytes.slice(), sizes))).toEqual(truncateText(text, limits));
        },
      ),
      { numRuns: 4000 },
    );
  });

  it("returns the record of truncateText for any text in any chunks of characters", () => {
    fc.assert(
      fc.property(anyText, bounded, cuts, (text, limits, sizes) => {
        const encodable = text.replace(/\p{Surrogate}/gu, "�");
        expect(accumulate(limits, inChunks(text, sizes))).toEqual(truncateText(encodable, limits));
      }),
      { numRuns: 3000 },
    );
  });

  it("accepts strings and bytes alternately", () => {
    const output = createOutputAccumulator({ maxBytes: 100 });
    output.write("a\ud83d");
    output.write("\ude00b");
    output.write(new Uint8Array([0xc3]));
    output.write(new Uint8Array([0xa9, 0x0a]));
    output.write("\ud83d");
    output.write(new Uint8Array([0x63]));
    expect(output.finish().text).toBe("a😀bé\n�c");
  });

  it("shows the text so far, without half a character", () => {
    const output = createOutputAccumulator({ maxBytes: 4, keep: "tail" });
    output.write("ab");
    output.write(new Uint8Array([0xe6, 0xbc]));
    expect(output.snapshot().text).toBe("ab");
    output.write(new Uint8Array([0xa2]));
    expect(output.snapshot().text).toBe("b漢");
    expect(output.finish().text).toBe("b漢");
  });

  it("refuses writes after the end and returns the same record again", () => {
    const output = createOutputAccumulator({ maxBytes: 4 });
    output.write("abcdef");
    expect(output.finish()).toBe(output.finish());
    expect(() => output.write("x")).toThrow("finished");
  });

  it("refuses limits that do not bound memory", () => {
    expect(() => createOutputAccumulator({ maxLines: 10 })).toThrow(RangeError);
    expect(() => createOutputAccumulator({ maxLineLength: 10 })).toThrow(RangeError);
    expect(() => createOutputAccumulator({ maxBytes: 0 })).toThrow("maxBytes");
  });

  it.each<TextLimits>([
    { maxBytes: 50_000, keep: "head" },
    { maxBytes: 50_000, keep: "tail" },
    { maxBytes: 50_000, keep: "middle" },
    { maxCharacters: 50_000, keep: "middle", maxLineLength: 2000 },
  ])("keeps memory bounded by the limit: %j", (limits) => {
    const output = createOutputAccumulator(limits);
    const chunk = new Uint8Array(65_536).fill(0x78);
    output.write(chunk);
    const before = process.memoryUsage();
    for (let count = 0; count < 3000; count += 1) output.write(chunk);
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(4_000_000);
    const cut = output.finish();
    expect(cut.totalBytes).toBe(65_536 * 3001);
    expect(cut.totalLines).toBe(1);
  });
});
