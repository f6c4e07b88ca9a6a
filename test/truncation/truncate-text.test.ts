import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkTruncationPolicy, type TextLimits, truncateText } from "../../src/truncation/index.js";
import { startStopwatch } from "../processor-time.js";
import { anyLimits, anyText } from "./arbitrary-text.js";

const bytes = (text: string) => Buffer.byteLength(text);
const lines = (text: string) => (text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
const lineLengths = (text: string) => text.split("\n").map((line) => line.replace(/\r$/, "").length);

describe("truncateText", () => {
  const numbered = Array.from({ length: 10 }, (_, index) => `line ${index}\n`).join("");

  it.each<[string, string, TextLimits, string]>([
    ["keeps the first lines by default", numbered, { maxLines: 2 }, "line 0\nline 1\n"],
    ["keeps the last lines", numbered, { maxLines: 2, keep: "tail" }, "line 8\nline 9\n"],
    ["keeps both ends", numbered, { maxLines: 3, keep: "middle" }, "line 0\n…\nline 9\n"],
    ["keeps the last lines without a final line end", "a\nb\nc", { maxLines: 2, keep: "tail" }, "b\nc"],
    ["keeps CRLF line ends", "a\r\nb\r\nc\r\n", { maxLines: 2 }, "a\r\nb\r\n"],
    ["counts a lone CR as no line end", "a\rb\rc", { maxLines: 1 }, "a\rb\rc"],
    ["goes back to a line end at the byte limit", "aaaa\nbbbb\ncccc\n", { maxBytes: 12 }, "aaaa\nbbbb\n"],
    [
      "goes on to a line start at the byte limit",
      "aaaa\nbbbb\ncccc\n",
      { maxBytes: 12, keep: "tail" },
      "bbbb\ncccc\n",
    ],
    ["keeps a whole last line that just fits", "aaaa\nbbbb\n", { maxBytes: 5, keep: "tail" }, "bbbb\n"],
    [
      "uses the byte limit up when asked to",
      "aaaa\nbbbb\n",
      { maxBytes: 7, truncateAt: "character" },
      "aaaa\nbb",
    ],
    ["shows a part of an overlong first line", `${"x".repeat(50)}\ny\n`, { maxBytes: 8 }, "xxxxxxxx"],
    [
      "shows a part of an overlong last line",
      `y\n${"x".repeat(50)}`,
      { maxBytes: 8, keep: "tail" },
      "xxxxxxxx",
    ],
    [
      "does not throw most of the text away for a line end",
      `ab\n${"x".repeat(50)}`,
      { maxBytes: 20 },
      `ab\n${"x".repeat(17)}`,
    ],
    ["never splits a UTF-8 sequence", "漢字漢字", { maxBytes: 8 }, "漢字"],
    ["never splits a surrogate pair", "a😀😀", { maxCharacters: 4 }, "a😀"],
    ["never splits a surrogate pair at the start", "😀😀a", { maxCharacters: 2, keep: "tail" }, "a"],
    ["never splits a CRLF", "abc\r\ndef", { maxBytes: 4, truncateAt: "character" }, "abc"],
    ["cuts a long line and marks it", "abcdef\nabc\n", { maxLineLength: 4 }, "abc…\nabc\n"],
    ["keeps the CRLF of a line it cuts", "abcdef\r\nx", { maxLineLength: 3 }, "ab…\r\nx"],
    ["does not count the line end as line length", "abcd\r\nabcd\n", { maxLineLength: 4 }, "abcd\r\nabcd\n"],
    ["splits no pair when it cuts a line", "ab😀cd", { maxLineLength: 4 }, "ab…"],
    [
      "cuts lines first, then the text",
      `${"x".repeat(90)}\n${"y".repeat(90)}\nz\n`,
      { maxLineLength: 4, maxLines: 2 },
      "xxx…\nyyy…\n",
    ],
    ["says something where not even one character fits", "漢", { maxBytes: 2 }, "?"],
    [
      "falls back to the head where two pieces have no room",
      "abcdefgh",
      { maxBytes: 6, keep: "middle" },
      "abcdef",
    ],
    ["gives nothing for nothing", "", { maxBytes: 1, keep: "middle" }, ""],
  ])("%s", (_title, text, limits, expected) => {
    expect(truncateText(text, limits).text).toBe(expected);
  });

  it("returns a text that fits unchanged", () => {
    const limits = { maxBytes: 3, maxLines: 1, maxLineLength: 3, maxCharacters: 3 };
    expect(truncateText("abc", limits)).toEqual({
      text: "abc",
      head: "abc",
      tail: "",
      truncated: false,
      omittedBytes: 0,
      omittedLines: 0,
    });
  });

  it("fits a text of exactly the limit, with or without a final line end", () => {
    expect(truncateText("a\nb", { maxLines: 2 }).truncated).toBe(false);
    expect(truncateText("a\nb\n", { maxLines: 2 }).truncated).toBe(false);
    expect(truncateText("a\nb\n\n", { maxLines: 2 }).truncated).toBe(true);
  });

  it.each<[TextLimits, string, number, number]>([
    [{ maxLines: 4 }, "lines", 42, 6],
    [{ maxBytes: 16 }, "bytes", 56, 8],
    [{ maxBytes: 16, truncateAt: "character" }, "bytes", 54, 7],
    [{ maxCharacters: 16 }, "characters", 56, 8],
    [{ maxLineLength: 5 }, "line-length", 20, 0],
  ])("reports the exceeded limit and the omitted amount: %j", (limits, hit, omittedBytes, omittedLines) => {
    const text = Array.from({ length: 10 }, (_, index) => `line ${index}\n`).join("");
    expect(text.length).toBe(70);
    const cut = truncateText(text, limits);
    expect(cut).toMatchObject({ hit, totalBytes: 70, totalLines: 10, truncated: true });
    expect([cut.omittedBytes, cut.omittedLines]).toEqual([70 - shownBytes(cut.text), omittedLines]);
    expect(omittedBytes).toBeGreaterThan(0);
  });

  it("returns the same preview without totals", () => {
    const { omittedBytes, omittedLines, totalBytes, totalLines, ...preview } = truncateText(numbered, {
      maxLines: 3,
    });
    expect([omittedBytes, omittedLines, totalBytes, totalLines]).toEqual([49, 7, 70, 10]);
    expect(truncateText(numbered, { maxLines: 3 }, { totals: "skip" })).toEqual(preview);
  });

  it.each<[keyof TextLimits, unknown]>([
    ["maxBytes", 0],
    ["maxBytes", -1],
    ["maxLines", Number.NaN],
    ["maxCharacters", 1.5],
    ["maxLineLength", Number.POSITIVE_INFINITY],
    ["maxLines", "10"],
    ["keep", "both"],
    ["truncateAt", "word"],
  ])("refuses %s: %s with a RangeError that names it", (name, value) => {
    expect(() => checkTruncationPolicy({ [name]: value } as TextLimits)).toThrow(RangeError);
    expect(() => truncateText("x", { [name]: value } as TextLimits)).toThrow(name);
  });

  it("stays within every limit, is never empty, and is idempotent, for any text and limits", () => {
    fc.assert(
      fc.property(anyText, anyLimits, (text, limits) => {
        const cut = truncateText(text, limits);
        if (limits.maxBytes !== undefined) expect(bytes(cut.text)).toBeLessThanOrEqual(limits.maxBytes);
        if (limits.maxCharacters !== undefined)
          expect(cut.text.length).toBeLessThanOrEqual(limits.maxCharacters);
        if (limits.maxLines !== undefined) expect(lines(cut.text)).toBeLessThanOrEqual(limits.maxLines);
        if (limits.maxLineLength !== undefined) {
          expect(Math.max(...lineLengths(cut.text))).toBeLessThanOrEqual(limits.maxLineLength);
        }
        expect(cut.text === "").toBe(text === "");
        expect(cut.truncated).toBe(cut.hit !== undefined);
        if (!cut.truncated) expect(cut.text).toBe(text);
        expect(truncateText(cut.text, limits)).toMatchObject({ text: cut.text, truncated: false });
        const preview = truncateText(text, limits, { totals: "skip" });
        expect([preview.text, preview.hit]).toEqual([cut.text, cut.hit]);
      }),
      { numRuns: 3000 },
    );
  });

  it("keeps unchanged pieces of the text, whose sizes and the omitted size add up", () => {
    fc.assert(
      fc.property(anyText, anyLimits, (text, { maxLineLength: _none, ...limits }) => {
        const cut = truncateText(text, limits);
        expect(text.startsWith(cut.head)).toBe(true);
        expect(text.endsWith(cut.tail)).toBe(true);
        expect(bytes(cut.head) + bytes(cut.tail) + cut.omittedBytes).toBe(bytes(text));
        const omitted = text.slice(cut.head.length, text.length - cut.tail.length);
        expect(bytes(omitted)).toBe(cut.omittedBytes);
        expect(cut.omittedLines).toBe(wholeLinesIn(text, cut.head.length, text.length - cut.tail.length));
      }),
      { numRuns: 3000 },
    );
  });

  it("keeps valid text valid", () => {
    fc.assert(
      fc.property(anyText, anyLimits, (text, limits) => {
        fc.pre(isWellFormed(text));
        expect(isWellFormed(truncateText(text, limits).text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("reads no more of a text than it keeps without totals", () => {
    const huge = "some words of a log line\n".repeat(2_000_000);
    for (const keep of ["head", "tail", "middle"] as const) {
      const times = Array.from({ length: 20 }, () => {
        const elapsedMs = startStopwatch();
        truncateText(huge, { maxBytes: 51_200, maxLines: 2000, keep }, { totals: "skip" });
        return elapsedMs();
      });
      // The goal is 1 ms. A scan of the 50 MB takes at least 5 ms.
      expect(Math.min(...times)).toBeLessThan(3);
    }
  });
});

function shownBytes(text: string): number {
  return bytes(text.replaceAll("…", ""));
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Lines that lie in [start, end) with all of their characters. */
function wholeLinesIn(text: string, start: number, end: number): number {
  let whole = 0;
  let lineStart = 0;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (lineStart >= start && lineStart + line.length <= end) whole += 1;
    lineStart += line.length;
  }
  return whole;
}
