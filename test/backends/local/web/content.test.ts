import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createTestReader } from "./test-web.js";

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  deflateSync("pixels"),
]);
const PDF = Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n1 0 obj");

const serving = (body: string | Uint8Array, contentType?: string) =>
  createTestReader((_request, response) =>
    response.writeHead(200, contentType === undefined ? {} : { "content-type": contentType }).end(body),
  );

describe("the type of a page", () => {
  it.each([
    ["an image", PNG, "image/png", { type: "image", mediaType: "image/png", notes: [] }],
    ["an image without a type", PNG, undefined, { type: "image", mediaType: "image/png", notes: [] }],
    ["a PDF", PDF, "application/pdf", { type: "pdf", mediaType: "application/pdf", notes: [] }],
    [
      "an image that is called HTML",
      PNG,
      "text/html",
      {
        type: "image",
        mediaType: "image/png",
        notes: ["The server declares text/html, but the content is image/png."],
      },
    ],
    [
      "HTML that is called an image",
      "<!doctype html><p>Hello</p>",
      "image/png",
      {
        text: "Hello",
        mediaType: "text/html",
        notes: ["The server declares image/png, but the content is text/html."],
      },
    ],
    [
      "HTML without a type",
      "\n<!-- x --><HTML><p>Hello</p>",
      undefined,
      { text: "Hello", mediaType: "text/html" },
    ],
    ["text without a type", "a < b", undefined, { text: "a < b", mediaType: "text/plain" }],
    [
      "text that looks like HTML and is not",
      "<html>",
      "text/plain",
      { text: "<html>", mediaType: "text/plain" },
    ],
    [
      "JSON, as it is",
      '{"a": [1,  2]}',
      "application/json",
      { text: '{"a": [1,  2]}', mediaType: "application/json" },
    ],
    ["XML, as it is", "<a><b/></a>", "application/atom+xml", { text: "<a><b/></a>" }],
    ["text that is called binary", "a,b\n1,2\n", "application/octet-stream", { text: "a,b\n1,2\n" }],
    ["nothing", "", "text/html", { type: "text", text: "" }],
    ["a type that is none", "hello", "nonsense", { text: "hello", mediaType: "text/plain" }],
  ])("the type is determined by the bytes: %s", async (_what, body, type, expected) => {
    const { read } = await serving(body, type);
    expect(await read("http://example.com/")).toMatchObject(expected);
  });

  it("returns the bytes of an image unchanged", async () => {
    const { read } = await serving(PNG, "image/png");
    const page = await read("http://example.com/");
    expect(page.type === "image" && Buffer.from(page.data, "base64").equals(PNG)).toBe(true);
  });

  it.each([
    ["a program", Buffer.from("\x7fELF\x02\x01\x01\0\0\0", "latin1"), "application/octet-stream"],
    ["an archive that is called a page", Buffer.from("PK\x03\x04\x14\0\0\0", "latin1"), "text/html"],
    ["noise", Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 97) % 256)), undefined],
  ])("a binary page is refused: %s", async (_what, body, type) => {
    const { failure } = await serving(body, type);
    expect(await failure("http://example.com/")).toMatchObject({
      code: "unsupported-content",
      message: expect.stringContaining("binary"),
    });
  });

  it("refuses an image type that no model supports", async () => {
    const { failure } = await serving(Buffer.concat([PNG, Buffer.alloc(4_000_000)]), "image/png");
    expect(await failure("http://example.com/")).toMatchObject({
      code: "content-too-large",
      message: expect.stringContaining("3932160"),
    });
  });
});

describe("the encoding of a page", () => {
  const utf16 = (text: string) => Buffer.from(text, "utf16le");

  it.each([
    ["UTF-8 unless told otherwise", Buffer.from("Köln"), "text/plain", "Köln"],
    [
      "the encoding of the header",
      Buffer.from("K\xf6ln", "latin1"),
      "text/plain; charset=ISO-8859-1",
      "Köln",
    ],
    ["the header in quotes", Buffer.from("K\xf6ln", "latin1"), 'text/plain; charset="windows-1252"', "Köln"],
    ["UTF-16 by the header", utf16("Köln"), "text/plain; charset=utf-16", "Köln"],
    ["UTF-16 by its mark", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16("Köln")]), "text/plain", "Köln"],
    [
      "the mark where the header says otherwise",
      Buffer.from("\ufeffKöln"),
      "text/plain; charset=windows-1252",
      "Köln",
    ],
    [
      "what HTML says of itself",
      Buffer.from('<html><meta charset="windows-1252"><p>K\xf6ln', "latin1"),
      "text/html",
      "Köln",
    ],
    [
      "what HTML says of itself the old way",
      Buffer.from(
        '<html><meta http-equiv="x" content="text/html; charset=shift_jis"><p>\x93\xfa\x96\x7b',
        "latin1",
      ),
      "text/html",
      "日本",
    ],
  ])("the encoding is determined by %s", async (_what, body, type, expected) => {
    const { read } = await serving(body, type);
    expect(await read("http://example.com/")).toMatchObject({ text: expected, notes: [] });
  });

  it("keeps the quotes and dashes of Windows-1252, under any of its names", async () => {
    for (const name of ["windows-1252", "iso-8859-1", "latin1"]) {
      const { text } = await serving(
        Buffer.from("caf\xe9 \x93q\x94 \x96 \x80", "latin1"),
        `text/plain; charset=${name}`,
      );
      expect(await text("http://example.com/")).toBe("café “q” – €");
    }
  });

  it.each([
    [
      "an encoding that nobody knows",
      Buffer.from("Köln"),
      "text/plain; charset=bogus-8",
      "Köln",
      "unknown encoding, 'bogus-8'",
    ],
    [
      "bytes that are no UTF-8",
      Buffer.from("K\xf6ln", "latin1"),
      "text/plain",
      "Köln",
      "read as Windows-1252",
    ],
  ])("adds a note for %s", async (_what, body, type, text, note) => {
    const { read } = await serving(body, type);
    expect(await read("http://example.com/")).toMatchObject({ text, notes: [expect.stringContaining(note)] });
  });

  it.each([
    ["blanks without width", "a\u200b\u2060\ufeffb", "ab"],
    ["tags", "a\u{e0069}\u{e0067}b", "ab"],
    ["marks that turn the direction", "a\u202eb\u2066c", "abc"],
    ["control characters", "in \x1b[31mred letters\x07 and blue", "in [31mred letters and blue"],
    ["selectors that hide bytes", "a\u{e0101}\u{e0102}b", "ab"],
    ["joiners that join nothing", "a\u200d\u200c\u200db", "ab"],
    [
      "nothing of a family, a script that joins, or a line end",
      "👩\u200d👧 می\u200cخواهم\r\n\tx",
      "👩\u200d👧 می\u200cخواهم\r\n\tx",
    ],
  ])("removes invisible characters: %s", async (_what, body, expected) => {
    const { text } = await serving(body, "text/plain; charset=utf-8");
    expect(await text("http://example.com/")).toBe(expected);
  });

  it("removes invisible characters from long texts too, with pairs at every boundary", async () => {
    const line = `${"🏳\ufe0f\u200d🌈".repeat(500)}\u200b`;
    const { text } = await serving(`x${line.repeat(300)}`, "text/plain");
    expect(await text("http://example.com/")).toBe(`x${"🏳\ufe0f\u200d🌈".repeat(150_000)}`);
  });
});
