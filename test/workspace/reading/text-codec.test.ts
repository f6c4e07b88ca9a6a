import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, encodeText } from "../../../src/workspace/index.js";
import { anyCharacter } from "../../any-character.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  for (let index = 0; index < text.length; index += 1) {
    new DataView(bytes.buffer).setUint16(index * 2, text.charCodeAt(index), littleEndian);
  }
  return bytes;
};
const lineEnds = fc.constantFrom("\n", "\r\n", "\r", "\u2028", "\u0085", "\v", "");
const text = fc
  .array(fc.tuple(fc.string({ unit: anyCharacter }), lineEnds))
  .map((lines) => lines.map(([line, end]) => line + end).join(""));

describe("decodeText and encodeText", () => {
  it("returns every file byte for byte, or refuses it", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]),
        (rest, mark) => {
          const bytes = new Uint8Array([...mark, ...rest]);
          let decoded: ReturnType<typeof decodeText>;
          try {
            decoded = decodeText(bytes, "/f");
          } catch (error) {
            expect(error).toMatchObject({ code: "not-utf8", absolutePath: "/f" });
            return;
          }
          expect([...encodeText(decoded.text, decoded.encoding)]).toEqual([...bytes]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["utf-8", (value: string) => utf8(value)],
    ["utf-8-bom", (value: string) => utf8(`\ufeff${value}`)],
    ["utf-16le", (value: string) => utf16(`\ufeff${value}`, true)],
    ["utf-16be", (value: string) => utf16(`\ufeff${value}`, false)],
  ] as const)("keeps every line end and character of %s", (encoding, encode) => {
    fc.assert(
      fc.property(text, (value) => {
        // Without a mark in the file, one at the start of the text is treated as the file's.
        fc.pre(encoding !== "utf-8" || !value.startsWith("\ufeff"));
        // Followed by two zero bytes, the mark is that of UTF-32.
        fc.pre(encoding !== "utf-16le" || !value.startsWith("\0"));
        const bytes = encode(value);
        expect(decodeText(bytes, "/f")).toEqual({ text: value, encoding });
        expect([...encodeText(value, encoding)]).toEqual([...bytes]);
      }),
    );
  });

  it("keeps a second byte order mark, and an existing U+FFFD", () => {
    const bytes = utf8("\ufeff\ufeffa\ufffd");
    const decoded = decodeText(bytes, "/f");
    expect(decoded.text).toBe("\ufeffa\ufffd");
    expect(encodeText(decoded.text, decoded.encoding)).toEqual(bytes);
  });

  it("decodes an empty file", () => {
    expect(decodeText(new Uint8Array(0), "/f")).toEqual({ text: "", encoding: "utf-8" });
  });

  it.each([
    ["Latin-1", Buffer.from("const x = 1;\n// caf\u00e9\n", "latin1")],
    ["Shift JIS", Uint8Array.of(0x83, 0x65, 0x83, 0x58)],
    ["an overlong form", Uint8Array.of(0xc0, 0xaf)],
    ["a surrogate in UTF-8", Uint8Array.of(0xed, 0xa0, 0x80)],
    ["half a unit of UTF-16", Uint8Array.of(0xff, 0xfe, 0x41)],
    ["a lone surrogate in UTF-16", Uint8Array.of(0xff, 0xfe, 0x00, 0xd8)],
    ["UTF-32", Uint8Array.of(0xff, 0xfe, 0, 0, 0x41, 0, 0, 0)],
  ])("refuses %s and names the remedy", (_, bytes) => {
    expect(() => decodeText(bytes, "/work/f")).toThrow(
      expect.objectContaining({ code: "not-utf8", message: expect.stringMatching(/\/work\/f.*iconv/) }),
    );
  });

  it.each(["utf-8", "utf-8-bom", "utf-16le", "utf-16be"] as const)(
    "refuses half of a character: %s",
    (encoding) => {
      expect(() => encodeText("a\ud800b", encoding)).toThrow(
        expect.objectContaining({ code: "invalid-input" }),
      );
      expect(() => encodeText("a\ud83d\ude00b", encoding)).not.toThrow();
    },
  );
});
