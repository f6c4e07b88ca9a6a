import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { base64, joinBytes, sameBytes } from "../../src/values/index.js";

const NodeBuffer = globalThis.Buffer;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([
  ["with the encoder of Node", NodeBuffer],
  ["on a platform without one", undefined],
])("base64 %s", (_, encoder) => {
  it("encodes any bytes like the platform, even those in the middle of a buffer", () => {
    vi.stubGlobal("Buffer", encoder);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (bytes, offset) => {
        const part = bytes.subarray(Math.min(offset, bytes.length));
        expect(base64(part)).toBe(NodeBuffer.from(part).toString("base64"));
      }),
    );
  });

  it("puts no padding between its chunks", () => {
    vi.stubGlobal("Buffer", encoder);
    const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => (index * 31) % 256);
    expect(base64(bytes)).toBe(NodeBuffer.from(bytes).toString("base64"));
  });
});

describe("joinBytes", () => {
  it("returns all pieces in order, as a copy", () => {
    const piece = Uint8Array.of(2, 3);
    const joined = joinBytes([Uint8Array.of(1), piece, new Uint8Array(0)]);
    piece[0] = 9;
    expect([...joined]).toEqual([1, 2, 3]);
  });
});

describe("sameBytes", () => {
  it("compares content at any alignment", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(3), fc.nat(39), (bytes, offset, changed) => {
        const other = joinBytes([new Uint8Array(offset), bytes]).subarray(offset);
        expect(sameBytes(bytes, other)).toBe(true);
        if (changed >= bytes.length) return;
        other[changed] = (other[changed] ?? 0) ^ 1;
        expect(sameBytes(bytes, other)).toBe(false);
        expect(sameBytes(bytes, bytes.subarray(1))).toBe(false);
      }),
    );
  });
});
