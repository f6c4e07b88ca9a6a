import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { base64 } from "../../../../src/tools/files/read/base64.js";

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
