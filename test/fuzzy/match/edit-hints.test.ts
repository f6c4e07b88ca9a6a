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
