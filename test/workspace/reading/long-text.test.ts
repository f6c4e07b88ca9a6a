import { describe, expect, it } from "vitest";
import { MAX_TEXT_FILE_BYTES, readTextFile } from "../../../src/workspace/reading/index.js";
import { decodeLongText, encodeLongText } from "../../../src/workspace/reading/long-text.js";
import { encodeText } from "../../../src/workspace/reading/text-codec.js";
import { iterationsDuring } from "../../event-loop-iterations.js";

/** Longer than two slices, with pairs of surrogates at every offset, so that a slice ends in the middle of one. */
const LONG = `${"a".repeat(4_194_303)}${"😀".repeat(2_500_000)}ä\r\nend`;

describe("long texts", () => {
  it.each(["utf-8", "utf-8-bom", "utf-16le", "utf-16be"] as const)(
    "keep every byte and character in %s, with one byte order mark",
    async (encoding) => {
      const bytes = await encodeLongText(LONG, encoding);
      expect(Buffer.compare(bytes, encodeText(LONG, encoding))).toBe(0);
      const decoded = await decodeLongText(bytes, "/a.txt");
      expect(decoded.encoding).toBe(encoding);
      expect(decoded.text === LONG).toBe(true);
    },
  );

  it("refuse bytes of which a slice does not decode, with not-utf8", async () => {
    const bytes = Buffer.from(`${"a".repeat(9_000_000)}\xff`, "latin1");
    await expect(decodeLongText(bytes, "/a.txt")).rejects.toMatchObject({ code: "not-utf8" });
    const truncated = Buffer.from(`${"a".repeat(9_000_000)}ä`).subarray(0, -1);
    await expect(decodeLongText(truncated, "/a.txt")).rejects.toMatchObject({ code: "not-utf8" });
  });

  it.each([0, 1])(
    "decode ASCII, and one other character at any position, at offset %i of the memory",
    async (offset) => {
      const ascii = "a".repeat(9_000_001);
      for (const text of [ascii, `${ascii}ä`, `ä${ascii}`, `${ascii.slice(0, 4_194_303)}😀${ascii}`]) {
        const bytes = new Uint8Array(new TextEncoder().encode(text).byteLength + offset).subarray(offset);
        bytes.set(new TextEncoder().encode(text));
        expect((await decodeLongText(bytes, "/a.txt")).text === text).toBe(true);
      }
    },
  );

  it("refuse half of a character in any slice, with invalid-input", async () => {
    const text = `${"a".repeat(9_000_000)}\ud83d${"a".repeat(5_000_000)}`;
    await expect(encodeLongText(text, "utf-8")).rejects.toMatchObject({ code: "invalid-input" });
  });

  it("let other work run between slices", async () => {
    let isOver = false;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    // Characters of three bytes take longer than the time of one slice, however fast the machine is.
    await decodeLongText(Buffer.alloc(39_000_000, "語"), "/a.txt");
    isOver = true;
    expect(turns).toBeGreaterThan(0);
  });

  it("let other work run before and after each step over 2 MiB of ASCII", async () => {
    const text = "a line of code\n".repeat(140_000);
    const bytes = await encodeLongText(text, "utf-8");
    expect(await iterationsDuring(() => decodeLongText(bytes, "/a.txt"))).toBeGreaterThanOrEqual(2);
    expect(await iterationsDuring(() => encodeLongText(text, "utf-8"))).toBeGreaterThanOrEqual(2);
  });
});

describe("readTextFile", () => {
  it("refuses a file that is too large before it reads it, and names the ways that work", async () => {
    const handle = { stat: { size: MAX_TEXT_FILE_BYTES + 1 }, read: () => expect.unreachable("it was read") };
    await expect(readTextFile({ path: "/a.txt" } as never, handle as never)).rejects.toMatchObject({
      code: "file-too-large",
      message:
        "'/a.txt' is too large: 41943041 bytes; at most 41943040 are accepted. Read it in ranges of lines, and change it with a program, for example a command that rewrites it line by line.",
    });
  });
});
