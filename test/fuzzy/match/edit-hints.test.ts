import { describe, expect, it } from "vitest";
import { applyEdit, nearMisses } from "../../../src/fuzzy/index.js";

const CONTENT = [
  "function load(path) {",
  "  const text = read(path);",
  "  const limit = 10;",
  "  return parse(text, limit);",
  "}",
  "",
  "function save(path, value) {",
  "\twrite(path, value);",
  "}",
  "",
].join("\n");

function hints(oldString: string, newString: string, content = CONTENT) {
  const result = applyEdit({ content, oldString, newString });
  if (result.ok) throw new Error(`edited by ${result.matcher}`);
  return result;
}

describe("the hints after a failed search", () => {
  it("name a finished edit once", () => {
    const { hints: found } = hints("  return store(text, limit);", "  return parse(text, limit);");
    expect(found.map(({ kind }) => kind)).toEqual(["already-applied"]);
  });

  it("show characters without width", () => {
    const content = CONTENT.replace("const limit", "const li\u200bmit");
    const old = "  const text = read(path);\n  const limit = 20;\n  return parse(text, limit);";
    expect(hints(old, "x", content).hints[0]?.diff).toContain("li\\u{200b}mit = 10");
  });

  it.each([
    ["a Hangul filler", "a\u3164b", "ab", "U+3164 at column 2, where oldString has nothing", "a\\u{3164}b"],
    ["a no-break space", "ab\u00a0c", "abc", "U+00A0 at column 3, where oldString has nothing", "ab\\u{a0}c"],
    ["several blanks", "a\u00a0b\u3000c", "abc", "U+00A0 at column 2, where", "a\\u{a0}b\\u{3000}c"],
    ["a tab", "ab\tc", "abc", "U+0009 at column 3, where", "ab→c"],
    ["a variation selector", "  ab\u{e0100}c", "abc", "U+E0100 at column 5, where", "ab\\u{e0100}c"],
    ["a joiner of graphemes", "ab\u034fc", "abc", "U+034F at column 3, where", "ab\\u{34f}c"],
    ["a braille blank", "ab\u2800c", "abc", "U+2800 at column 3, where", "ab\\u{2800}c"],
  ])("name %s that a short line of the file has", (_, line, old, words, shown) => {
    const { hints: found, message } = hints(old, "x", `first\n${line}\nlast\n`);
    expect(found).toHaveLength(1);
    expect(message).toContain(`Line 2 differs in invisible characters: it has ${words}`);
    expect(found[0]?.diff).toContain(shown);
  });

  it("name invisible characters that only the old text has", () => {
    const { message } = hints("a\u00a0\u00a0bc", "x", "first\nabc\nlast\n");
    expect(message).toContain("it has nothing at column 2, where oldString has U+00A0 U+00A0.");
  });

  it("name an invisible character next to other differing lines", () => {
    const { message } = hints("foo(x)\nbar(y)", "x", "first\nf\u00a0o\u00a0o(x)\nbar(y)\nlast\n");
    expect(message).toContain("Line 2 differs in invisible characters: it has U+00A0 at column 2");
  });

  it("show long lines from shortly before their difference", () => {
    const long = "x".repeat(200);
    const { hints: found } = hints(`${long} y1`, "z", `first\n${long}\u3164 y1\nlast\n`);
    expect(found[0]?.diff).toBe(`- 2: …${"x".repeat(40)}\\u{3164} y1\n+ …${"x".repeat(40)} y1`);
  });

  it("show the most similar place with the lines that differ and the reason for the refusal", () => {
    const result = hints(
      "function load(path) {\n  const text = read(path);\n  const limit = 20;\n  return parse(text, limit);\n}",
      "function load() {}",
    );
    expect(result.hints[0]).toEqual({
      kind: "near-miss",
      startLine: 1,
      endLine: 5,
      message: "It is nearest to lines 1-5, but a line differs in more than a typo, first at line 3.",
      diff: "- 3: ··const limit = 10;\n+ ··const limit = 20;",
    });
    expect(result.message).toContain("lines 1-5");
  });
  it("show invisible blanks", () => {
    const result = hints("function save(path, value) {\n\twrite(path, 5);\n}", "x");
    expect(result.hints[0]?.diff).toBe("- 8: →write(path, value);\n+ →write(path, 5);");
  });
  it("report that the edit was already made", () => {
    const result = hints(
      "  const limit = 5;\n  return parse(text);",
      "  const limit = 10;\n  return parse(text, limit);",
    );
    expect(result.hints[0]).toMatchObject({ kind: "already-applied", startLine: 3, endLine: 4 });
  });
  it("recognise copied line numbers", () => {
    expect(hints("7: nothing\n8: at all", "x").hints[0]?.kind).toBe("line-numbers");
  });
  it("report that nothing in the file resembles the old text", () => {
    expect(hints("zebra quagga okapi", "x").hints).toMatchObject([{ kind: "wrong-file" }]);
  });
  it("find a place by its words when no line is equal", () => {
    const result = hints("  const text = readEverything(path, limit);", "x");
    expect(result.hints[0]).toMatchObject({ kind: "near-miss", startLine: 2 });
  });
  it("contain at most three places", () => {
    const content = Array.from(
      { length: 9 },
      (_, number) => `begin ${number}\ncommon line\nfinish ${number}\n`,
    ).join("");
    expect(nearMisses({ content, oldString: "begin x\ncommon line\nfinish x" }).length).toBeLessThanOrEqual(
      3,
    );
  });
});
