import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputEnds } from "../../src/truncation/index.js";

/** Takes an output in chunks; returns everything that is kept, with the length of the line between the ends. */
function kept(maxBytes: number, chunks: readonly Uint8Array[]) {
  const ends = createOutputEnds(maxBytes);
  const head = Buffer.concat(chunks.map((chunk) => ends.take(chunk)));
  const { pieces, omittedBytes } = ends.rest();
  const bytes = Buffer.concat(pieces);
  const mark =
    omittedBytes === 0 ? "" : (/^\n\.\.\. .* left out \.\.\.\n/.exec(bytes.toString("latin1"))?.[0] ?? "");
  return { head, tail: bytes.subarray(mark.length), omittedBytes, mark };
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

  it.each([3, 4_095, 4_096, 65_536, 65_537, 200_000])(
    "keeps an end of several pieces, whole characters only, from chunks of %d bytes",
    (length) => {
      const text = "aé€😀".repeat(60_000);
      const all = Buffer.from(text);
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < all.length; at += length) chunks.push(all.subarray(at, at + length));
      const { head, tail, omittedBytes } = kept(300_001, chunks);
      expect(head.equals(all.subarray(0, 150_001))).toBe(true);
      expect(tail.equals(all.subarray(all.length - tail.length))).toBe(true);
      expect(tail.length).toBeGreaterThan(150_000 - 4);
      expect(tail.toString()).not.toContain("\ufffd");
      expect(head.length + tail.length + omittedBytes).toBe(all.length);
    },
  );

  it("allocates and returns a long end in pieces, so that no chunk blocks the event loop", () => {
    const ends = createOutputEnds(2 ** 24);
    const chunk = new Uint8Array(65_000);
    for (let taken = 0; taken < 2 ** 25; taken += chunk.length) ends.take(chunk);
    const { pieces } = ends.rest();
    expect(pieces.length).toBeGreaterThan(50);
    for (const piece of pieces) expect(piece.buffer.byteLength).toBeLessThanOrEqual(65_536);
  });
});
