import { afterEach, describe, expect, it, vi } from "vitest";
import { contentHash, joinBytes, sha256, sha256Hex } from "../../src/values/index.js";

const PIECE = 1_048_576;

/** Bytes without a repeated piece. */
function someBytes(length: number): Uint8Array {
  const numbers = new Uint32Array(Math.ceil(length / 4));
  for (let index = 0; index < numbers.length; index += 1) numbers[index] = Math.imul(index, 0x9e3779b1);
  return new Uint8Array(numbers.buffer, 0, length);
}

afterEach(() => vi.restoreAllMocks());

describe("contentHash", () => {
  it.each([0, 1, PIECE])("returns the SHA-256 of %i bytes", async (length) => {
    const bytes = someBytes(length);
    expect(await contentHash(bytes)).toBe(await sha256Hex(bytes));
  });

  it("passes at most about 1 MiB to each digest", async () => {
    const digest = vi.spyOn(globalThis.crypto.subtle, "digest");
    await contentHash(someBytes(8 * PIECE));
    const lengths = digest.mock.calls.map(([, bytes]) => bytes.byteLength);
    expect(lengths).toHaveLength(8);
    expect(Math.max(...lengths)).toBeLessThan(PIECE + 1_024);
  });

  it("distinguishes contents that differ in one byte of any piece, in length, or in the order of pieces", async () => {
    const bytes = someBytes(3 * PIECE + 7);
    const others = [0, PIECE - 1, PIECE, 2 * PIECE + 5, 3 * PIECE + 6].map((index) => {
      const other = bytes.slice();
      other[index] = (other[index] ?? 0) ^ 1;
      return other;
    });
    const [first, second] = [bytes.subarray(PIECE, 2 * PIECE), bytes.subarray(2 * PIECE, 3 * PIECE)];
    const swapped = joinBytes([bytes.subarray(0, PIECE), second, first, bytes.subarray(3 * PIECE)]);
    const lengths = [
      bytes.subarray(0, -1),
      bytes.subarray(0, 3 * PIECE),
      joinBytes([bytes, new Uint8Array(1)]),
    ];
    const hashes = await Promise.all([bytes, ...others, swapped, ...lengths].map(contentHash));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("returns another hash for a content that consists of the hashes of a long one", async () => {
    const long = someBytes(2 * PIECE);
    const [first, second] = [long.subarray(0, PIECE), long.subarray(PIECE)];
    const forged = [
      joinBytes([first, await sha256(second)]),
      joinBytes([await sha256(first), await sha256(second)]),
    ];
    for (const content of forged) expect(await contentHash(content)).not.toBe(await contentHash(long));
  });
});
