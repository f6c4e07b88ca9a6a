import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContentPart } from "../../src/contract/index.js";
import { addNotice, contentText, type TextLimits, truncateContent } from "../../src/truncation/index.js";
import { anyLimits, anyText } from "./arbitrary-text.js";

const text = (value: string): ContentPart => ({ type: "text", text: value });
const image: ContentPart = { type: "image", mediaType: "image/png", data: "AAAA" };

describe("truncateContent", () => {
  it("returns parts that fit unchanged", () => {
    const parts = [text("abc"), image, { type: "json", value: { a: 1 } } as const];
    expect(truncateContent(parts, { maxBytes: 10, maxLines: 2 }).parts).toBe(parts);
    expect(truncateContent([], { maxBytes: 1 })).toEqual({ parts: [] });
  });

  it.each<[string, ContentPart[], TextLimits, ContentPart[]]>([
    ["cuts one text", [text("abcdef")], { maxBytes: 3 }, [text("abc")]],
    [
      "spends one budget from the first part on",
      [text("abc\n"), text("def\n"), text("ghi")],
      { maxBytes: 6, truncateAt: "character" },
      [text("abc\n"), text("de")],
    ],
    [
      "spends one budget from the last part back",
      [text("abc\n"), text("def\n")],
      { maxBytes: 5, keep: "tail", truncateAt: "character" },
      [text("\n"), text("def\n")],
    ],
    [
      "keeps both ends, in two parts",
      [text("aaaaaaaaaa"), text("bbbb"), text("cccccccccc")],
      { maxBytes: 15, keep: "middle" },
      [text("aaaaa"), text("…"), text("ccccc")],
    ],
    [
      "keeps both ends of one part",
      [text("aaaaabbbbbccccc")],
      { maxBytes: 9, keep: "middle" },
      [text("aa\n…\ncc")],
    ],
    [
      "leaves images where they are",
      [text("abcdef"), image, text("xyz")],
      { maxBytes: 3 },
      [text("abc"), image],
    ],
    ["counts lines part by part", [text("a"), text("b"), text("c")], { maxLines: 2 }, [text("a"), text("b")]],
    [
      "shows a JSON part that does not fit as text",
      [{ type: "json", value: [1, 2, 3, 4] }],
      { maxBytes: 4 },
      [text("[1,2")],
    ],
    [
      "keeps a JSON part that fits",
      [{ type: "json", value: [1] }, text("abcdef")],
      { maxBytes: 6, truncateAt: "character" },
      [{ type: "json", value: [1] }, text("ab")],
    ],
    [
      "cuts long lines of text, not of JSON",
      [text("abcdef"), { type: "json", value: "abcdef" }],
      { maxLineLength: 3 },
      [text("ab…"), { type: "json", value: "abcdef" }],
    ],
  ])("%s", (_title, parts, limits, expected) => {
    expect(truncateContent(parts, limits).parts).toEqual(expected);
  });

  it("records the truncation over all parts", () => {
    const { truncation } = truncateContent([text("a\nb\n"), text("c\nd\n")], { maxLines: 3 });
    expect(truncation).toEqual({
      hit: "lines",
      omittedBytes: 2,
      omittedLines: 1,
      totalBytes: 8,
      totalLines: 4,
    });
    expect(truncateContent([text("abcdef")], { maxLineLength: 4 }).truncation).toEqual({
      hit: "line-length",
      omittedBytes: 3,
      omittedLines: 0,
      totalBytes: 6,
      totalLines: 1,
    });
  });

  it("stays within the budget, is never empty, adds up and is idempotent for any parts", () => {
    const part = fc.oneof(
      anyText.map(text),
      fc.jsonValue({ maxDepth: 2 }).map((value): ContentPart => ({ type: "json", value: value as never })),
      fc.constant(image),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), anyLimits, (parts, limits) => {
        const result = truncateContent(parts, limits);
        const before = textsOf(parts);
        const after = textsOf(result.parts);
        if (limits.maxBytes !== undefined)
          expect(sum(after, Buffer.byteLength)).toBeLessThanOrEqual(limits.maxBytes);
        if (limits.maxCharacters !== undefined) {
          expect(sum(after, (value) => value.length)).toBeLessThanOrEqual(limits.maxCharacters);
        }
        if (limits.maxLines !== undefined) expect(sum(after, lines)).toBeLessThanOrEqual(limits.maxLines);
        expect(after.join("") === "").toBe(before.join("") === "");
        expect(result.parts.filter((each) => each.type === "image")).toHaveLength(
          parts.filter((each) => each.type === "image").length,
        );
        if (result.truncation !== undefined) {
          expect(result.truncation.totalBytes).toBe(sum(before, Buffer.byteLength));
          expect(result.truncation.omittedBytes).toBeGreaterThan(0);
          expect(result.truncation.omittedBytes).toBeLessThanOrEqual(result.truncation.totalBytes);
          expect(result.truncation.omittedLines).toBeGreaterThanOrEqual(0);
        }
        // The preview of a JSON part is a line of text in the second run, and then its length counts.
        const { maxLineLength: _length, ...budget } = limits;
        const again = parts.some((each) => each.type === "json") ? budget : limits;
        expect(truncateContent(result.parts, again).parts).toEqual(result.parts);
      }),
      {
        numRuns: 3000,
        // A truncated line with its mark is longer than the line was.
        examples: [[[text("ab c")], { maxBytes: 4, maxLineLength: 3 }]],
      },
    );
  });
});

describe("contentText", () => {
  it("starts each part on a separate line", () => {
    expect(contentText([text("a"), image, text("b\n"), { type: "json", value: { c: 1 } }])).toBe(
      'a\nb\n{"c":1}',
    );
  });
});

describe("addNotice", () => {
  it("adds the notice below a head and above a tail, with a blank line between", () => {
    expect(addNotice([text("abc")], "[truncation]")).toEqual([text("abc\n\n[truncation]")]);
    expect(addNotice([text("abc\n")], "[truncation]")).toEqual([text("abc\n\n[truncation]")]);
    expect(addNotice([text("abc")], "[truncation]", "tail")).toEqual([text("[truncation]\n\nabc")]);
  });

  it("adds a separate part next to an image", () => {
    expect(addNotice([image], "[truncation]")).toEqual([image, text("[truncation]")]);
    expect(addNotice([image], "[truncation]", "tail")).toEqual([text("[truncation]"), image]);
  });
});

function textsOf(parts: readonly ContentPart[]): string[] {
  return parts.map((part) =>
    part.type === "text" ? part.text : part.type === "json" ? JSON.stringify(part.value) : "",
  );
}

function sum(texts: readonly string[], measure: (text: string) => number): number {
  return texts.reduce((total, each) => total + measure(each), 0);
}

function lines(value: string): number {
  return value === "" ? 0 : value.split("\n").length - (value.endsWith("\n") ? 1 : 0);
}
