import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileSignature } from "../../../../src/tools/files/read/file-signature.js";
import { base64 } from "../../../../src/values/index.js";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("fileSignature", () => {
  it.each([
    ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"],
    ["\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
    ["GIF89a\x01\0", "image/gif"],
    ["GIF87a\x01\0", "image/gif"],
    ["RIFF\x10\0\0\0WEBPVP8 ", "image/webp"],
  ])("recognises %j as %s", (head, mediaType) => {
    expect(fileSignature(bytes(head))).toEqual({ type: "image", mediaType });
  });

  it("recognises a PDF as a document", () => {
    expect(fileSignature(bytes("%PDF-1.4\n"))).toEqual({ type: "document", mediaType: "application/pdf" });
  });

  it.each([
    "RIFF\x10\0\0\0WAVEfmt ",
    "\x7fELF\x02\0",
    "PK\x03\x04\x14\0",
    "abc\0",
    "\x1f\x8b\x08\x99".repeat(9),
  ])("recognises %j as binary", (head) => {
    expect(fileSignature(bytes(head))).toEqual({ type: "binary" });
  });

  it.each([
    "",
    "plain",
    "\xc3\xa9t\xc3\xa9",
    "caf\xe9 au lait, s'il vous pla\xeet",
    "\x1b[31mred",
    "\xff\xfeh\0i\0",
    "GIF",
    "a\xe2\x82",
  ])("recognises %j as text", (head) => {
    expect(fileSignature(bytes(head))).toEqual({ type: "text" });
  });

  it("counts every byte, at any position and alignment", () => {
    // One byte in three that is not text exceeds the limit.
    const padding = fc.stringMatching(/^[a-z\t\n ]{0,9}$/);
    fc.assert(
      fc.property(padding, fc.nat(127), fc.nat(7), (text, code, offset) => {
        const character = String.fromCharCode(code);
        const isStrange = code === 0 || code < 8 || (code > 13 && code < 32 && code !== 27) || code === 127;
        const head = text.slice(0, 1) + character + text.slice(1, 2);
        for (const whole of [`${text}${head}`.slice(-3), `${head}${text}`.slice(0, 3)]) {
          if (!whole.includes(character)) continue;
          const expected = isStrange && whole.length <= 3 ? "binary" : "text";
          const memory = bytes("\x01".repeat(offset) + whole);
          expect(fileSignature(memory.subarray(offset)).type).toBe(expected);
        }
        const long = bytes(`${"\x01".repeat(offset)}${"abc".repeat(9)}${character.repeat(20)}${text}`);
        expect(fileSignature(long.subarray(offset)).type).toBe(isStrange ? "binary" : "text");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("base64", () => {
  it.each([0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000])("encodes %i bytes", (length) => {
    const data = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
    expect(base64(data)).toBe(Buffer.from(data).toString("base64"));
  });
});
