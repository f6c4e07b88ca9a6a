import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputEnds } from "../../src/truncation/index.js";

/** Takes an output in chunks; returns everything that is kept, with the length of the line between the ends. */
function kept(maxBytes: number, chunks: readonly Uint8Array[]) {
  const ends = createOutputEnds(maxBytes);
  const head = Buffer.concat(chunks.map((chunk) => ends.take(chunk)));
  const { bytes, omittedBytes } = ends.rest();
  const mark =
    omittedBytes === 0
      ? ""
      : (/^\n\.\.\. .* left out \.\.\.\n/.exec(Buffer.from(bytes).toString("latin1"))?.[0] ?? "");
  return { head, tail: Buffer.from(bytes).subarray(mark.length), omittedBytes, mark };
}

describe("createOutputEnds", () => {
  it("keeps at most its limit, however long the output is and wherever its chunks end", () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 120 }), sizes, (maxBytes, lengths) => {
        let next = 0;
        const chunks = lengths.map((length) => Uint8Array.from({ length }, () => 97 + (next++ % 26)));
        const all = Buffer.concat(chunks);
        const { head, tail, omittedBytes, mark } = kept(maxBytes, chunks);
        expect(head.length + tail.length).toBeLessThanOrEqual(maxBytes);
        expect(head.length + tail.length + omittedBytes).toBe(all.length);
        expect(mark !== "").toBe(omittedBytes > 0);
        expect(head.equals(all.subarray(0, head.length))).toBe(true);
        expect(tail.equals(all.subarray(all.length - tail.length))).toBe(true);
        if (all.length <= maxBytes) expect(omittedBytes).toBe(0);
      }),
    );
  });
});
