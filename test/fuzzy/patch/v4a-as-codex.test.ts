import { describe, expect, it } from "vitest";
import { applyPatchHunks, parsePatch } from "../../../src/fuzzy/index.js";

/** Returns the file after a patch, or the reason of the refusal. */
function patched(content: string, ...body: readonly string[]): string {
  const parsed = parsePatch(["*** Begin Patch", "*** Update File: f", ...body, "*** End Patch"].join("\n"));
  const [operation] = parsed.ok ? parsed.operations : [];
  if (operation?.kind !== "update") return "unreadable";
  const result = applyPatchHunks({ content, hunks: operation.hunks });
  return result.ok ? result.content : result.reason;
}

const FUNCTIONS = "function a() {\n  x();\n}\n\nfunction b() {\n  x();\n}\n\nfunction c() {\n  x();\n}\n";

/** Returns the functions with a change in one of them. */
const inside = (name: string, before: string, after: string) => {
  const at = FUNCTIONS.indexOf(before, FUNCTIONS.indexOf(`function ${name}`));
  return `${FUNCTIONS.slice(0, at)}${after}${FUNCTIONS.slice(at + before.length)}`;
};

describe("a V4A patch, as in Codex", () => {
  it.each([
    ["a hunk of context lines", ["@@", " function b() {", "@@", "-  x();", "+  y();"], "b"],
    [
      "several hunks of context lines",
      ["@@", " function a() {", "@@", " }", "@@", "-  x();", "+  y();"],
      "b",
    ],
    ["a heading", ["@@ function b() {", "-  x();", "+  y();"], "b"],
    ["context lines that no change follows", ["@@ function c() {", "@@", "-  x();", "+  y();"], "c"],
  ])("applies after %s", (_what, body, name) => {
    expect(patched(FUNCTIONS, ...body)).toBe(inside(name, "  x();", "  y();"));
  });

  it("refuses added lines alone after a hunk of context lines alone, unless both end the file", () => {
    const added = ["@@", "+  y();"];
    expect(patched(FUNCTIONS, "@@", " function b() {", ...added)).toBe("ambiguous");
    expect(patched(FUNCTIONS, "@@", " function b() {", ...added, "@@", " function c() {", "-  x();")).toBe(
      "ambiguous",
    );
    const appended = `${FUNCTIONS}  y();\n`;
    expect(patched(FUNCTIONS, "@@", " function c() {", "   x();", " }", ...added)).toBe(appended);
    expect(patched(FUNCTIONS, "@@", " function b() {", ...added, "*** End of File")).toBe(appended);
    expect(patched(FUNCTIONS, ...added)).toBe(appended);
  });

  it("applies from the end of the hunk before, at the first place", () => {
    const body = ["@@", "-function a() {", "+function z() {", "@@", "-  x();", "+  y();"];
    const expected = inside("a", "  x();", "  y();").replace("function a", "function z");
    expect(patched(FUNCTIONS, ...body)).toBe(expected);
  });

  it("applies at the first heading after the hunk before", () => {
    const content = "a:\n  run:\n    1\nb:\n  run:\n    1\nc:\n  run:\n    1\n";
    expect(patched(content, "@@", "-b:", "+B:", "@@   run:", "-    1", "+    2")).toBe(
      "a:\n  run:\n    1\nB:\n  run:\n    2\nc:\n  run:\n    1\n",
    );
  });

  it("applies at blank lines, which it may remove", () => {
    expect(patched("a\n\nb\n", "@@", "-", "+new")).toBe("a\nnew\nb\n");
    expect(patched("a\n\nb\n", "@@", " ", "+new")).toBe("a\n\nnew\nb\n");
    expect(patched("a\n\nb\n", "@@", "   ", "+new")).toBe("a\n\nnew\nb\n");
  });

  it.each(["\n", "\r\n"])("applies after many equal lines, with line ends %j", (lineEnd) => {
    const content = `${"{\n  }\n}\n\n".repeat(80)}last {\n}\n\nend\n`.replaceAll("\n", lineEnd);
    const expected = content.replace(`last {${lineEnd}}`, `last {${lineEnd}};`);
    expect(patched(content, "@@ last {", "-}", "+};")).toBe(expected);
    expect(patched(content, "@@", " last {", "@@", "-}", "+};")).toBe(expected);
    expect(patched(content, "@@", " last {", "@@", "-", "+x")).toBe(
      content.replace(`${lineEnd}end`, `x${lineEnd}end`),
    );
  });

  it("counts a blank line at the end if the file has it, and ignores it otherwise", () => {
    const content = "x\na\nb\nx\na\n\nb\n";
    expect(patched(content, "@@", " a", "-b", "+c", "")).toBe("x\na\nc\nx\na\n\nb\n");
    for (const blank of ["", " "]) {
      expect(patched(content, "@@", "-x", "+y", " a", blank)).toBe("x\na\nb\ny\na\n\nb\n");
    }
  });

  it("may name an environment", () => {
    const text = "*** Begin Patch\n*** Environment ID: e\n*** Delete File: f\n*** End Patch";
    expect(parsePatch(text)).toEqual({ ok: true, operations: [{ kind: "delete", path: "f" }] });
  });
});

describe("a V4A patch, unlike in Codex", () => {
  it("refuses a first hunk whose lines stand several times", () => {
    expect(patched(FUNCTIONS, "@@", "-  x();", "+  y();")).toBe("ambiguous");
  });

  it("refuses a first hunk whose lines stand several times after many lines that end like them", () => {
    expect(patched(`${"  }\n".repeat(49)}}\na\n}\n`, "@@", "-}", "+};")).toBe("ambiguous");
    expect(patched(`${"a\n".repeat(60)}\nb\n`, "@@", "-", "+c")).toBe(`${"a\n".repeat(60)}c\nb\n`);
  });

  it("refuses a first hunk below a heading that stands several times", () => {
    const content = "a:\n  run:\n    1\nb:\n  run:\n    1\n";
    expect(patched(content, "@@   run:", "-    1", "+    2")).toBe("ambiguous");
  });

  it("refuses added lines without a place before other hunks", () => {
    const change = ["@@", " function c() {", "-  x();", "+  y();"];
    expect(patched(FUNCTIONS, "@@", "+start();", ...change)).toBe("ambiguous");
    expect(patched(FUNCTIONS, ...change, "@@", "+end();")).toBe(`${inside("c", "  x();", "  y();")}end();\n`);
  });

  it("refuses a hunk that may repeat its heading or change a copy below it", () => {
    const content = "first\nfunction f() {\n  check();\n}\nfunction f() {\n  check();\n}\n";
    const body = [" function f() {", "+  start();"];
    expect(patched(content, "@@", "-first", "@@ function f() {", ...body)).toBe("ambiguous");
    expect(patched(FUNCTIONS, "@@ function b() {", " function b() {", "+  start();")).toBe(
      inside("b", "function b() {\n", "function b() {\n  start();\n"),
    );
  });

  it("ignores a hunk of context lines that stands nowhere or, at the beginning, several times", () => {
    const body = ["@@", " function c() {", "-  x();", "+  y();"];
    expect(patched(FUNCTIONS, "@@", " nothing", ...body)).toBe(inside("c", "  x();", "  y();"));
    expect(patched(FUNCTIONS, "@@", " }", ...body)).toBe(inside("c", "  x();", "  y();"));
  });

  it("does not take the first place after hunks that share lines", () => {
    const content = "one = 1\ntwo = 2\nx = 3\ny\nx = 3\ny\nx = 3\n";
    const shared = ["@@", "-one = 1", "+one = 0", " two = 2", "@@", "-two = 2", "+two = 0", " x = 3"];
    expect(patched(content, ...shared, "@@", "-x = 3", "+x = 4")).toBe("ambiguous");
  });

  it("takes the only place of a first hunk above the certain place of a later one", () => {
    const first = ["@@", "-  x();", "+  y();"];
    const [b, c] = ["b", "c"].map((name) => ["@@", `-function ${name}() {`, `+function ${name}2() {`]);
    const inA = inside("a", "  x();", "  y();");
    expect(patched(FUNCTIONS, ...first, ...(b ?? []))).toBe(inA.replace("b()", "b2()"));
    expect(patched(FUNCTIONS, ...first, "@@", " }", ...(b ?? []))).toBe(inA.replace("b()", "b2()"));
    // Two places are above it.
    expect(patched(FUNCTIONS, ...first, ...(c ?? []))).toBe("ambiguous");
    // A place that the later hunk shares lines with counts too.
    expect(patched("x\nx\ny\n", "@@", "-x", "+z", "@@", " x", "-y", "+w")).toBe("ambiguous");
  });

  it("takes the only heading above the certain place of a later hunk", () => {
    const content = "class A\n  f()\n    x\n  g()\nclass B\n  f()\n    x\n";
    expect(patched(content, "@@   f()", "-    x", "+    y", "@@", "-  g()", "+  h()")).toBe(
      "class A\n  f()\n    y\n  h()\nclass B\n  f()\n    x\n",
    );
  });

  it("inserts lines without context below their heading", () => {
    expect(patched(FUNCTIONS, "@@ function b() {", "+  y();")).toBe(
      inside("b", "function b() {\n", "function b() {\n  y();\n"),
    );
  });

  it("keeps a last line without a line end, the blanks of context lines and the indentation", () => {
    expect(patched("a\nb", "@@", "-a", "+c")).toBe("c\nb");
    expect(patched("a  \nb\n", "@@", " a", "-b", "+c")).toBe("a  \nc\n");
    expect(patched("  a();\n  b();\n", "@@", "-a();", "+c();")).toBe("  c();\n  b();\n");
  });

  it("refuses a patch that changes nothing", () => {
    expect(patched(FUNCTIONS, "@@", " function b() {")).toBe("unreadable");
  });
});
