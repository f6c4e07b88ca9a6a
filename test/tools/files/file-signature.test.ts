import { describe, expect, it } from "vitest";
import { base64 } from "../../../src/tools/files/base64.js";
import { fileSignature } from "../../../src/tools/files/file-signature.js";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("fileSignature", () => {
  it.each([
    ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"],
    ["\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
    ["GIF89a\x01\0", "image/gif"],
    ["GIF87a\x01\0", "image/gif"],
    ["RIFF\x10\0\0\0WEBPVP8 ", "image/webp"],
  ])("knows %j as %s", (head, mediaType) => {
    expect(fileSignature(bytes(head))).toEqual({ type: "image", mediaType });
  });

  it("knows a PDF as a document", () => {
    expect(fileSignature(bytes("%PDF-1.4\n"))).toEqual({ type: "document", mediaType: "application/pdf" });
  });

  it.each([
    "RIFF\x10\0\0\0WAVEfmt ",
    "\x7fELF\x02\0",
    "PK\x03\x04\x14\0",
    "abc\0",
    "\x1f\x8b\x08\x99".repeat(9),
  ])("knows %j as binary", (head) => {
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
  ])("takes %j for text", (head) => {
    expect(fileSignature(bytes(head))).toEqual({ type: "text" });
  });
});

describe("base64", () => {
  it.each([0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000])("encodes %i bytes", (length) => {
    const data = Uint8Array.from({ length }, (_, index) => (index * 31) % 256);
    expect(base64(data)).toBe(Buffer.from(data).toString("base64"));
  });
});
