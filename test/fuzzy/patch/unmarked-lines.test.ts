import { describe, expect, it } from "vitest";
import { applyPatchHunks, applyUnifiedDiff, parsePatch, parseUnifiedDiff } from "../../../src/fuzzy/index.js";

const GO = "package a\n\nfunc one() int {\n\tx := 1\n\treturn x\n}\n\nfunc two() int {\n\treturn 2\n}\n";
const YAML =
  "jobs:\n  build:\n    steps:\n      - run: a\n      - run: b\n  test:\n    steps:\n      - run: c\n";
const PYTHON =
  "class A:\n    def f(self):\n        x = 1\n        return x\n\n    def g(self):\n        pass\n";
const MARKDOWN = "# Title\n\n```sh\nmake\n```\n\nText.\n";

/** The text of the hunk of a diff, with a mark for each kind. */
function unified(content: string, ...rows: string[]): string {
  const result = applyUnifiedDiff({ content, diff: `--- a/f\n+++ b/f\n${rows.join("\n")}\n` });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

function envelope(content: string, ...rows: string[]): string {
  const parsed = parsePatch(`*** Begin Patch\n*** Update File: f\n${rows.join("\n")}\n*** End Patch`);
  if (!parsed.ok) return parsed.message;
  const [operation] = parsed.operations;
  if (operation?.kind !== "update") return "no update";
  const result = applyPatchHunks({ content, hunks: operation.hunks });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

describe.each([
  ["a unified diff without counts", (text: string, ...rows: string[]) => unified(text, "@@", ...rows)],
  [
    "a unified diff with small counts",
    (text: string, ...rows: string[]) => unified(text, "@@ -1 +1 @@", ...rows),
  ],
  [
    "a unified diff with large counts",
    (text: string, ...rows: string[]) => unified(text, "@@ -1,40 +1,50 @@", ...rows),
  ],
  ["a V4A patch", (text: string, ...rows: string[]) => envelope(text, "@@", ...rows)],
])("%s with context lines that lack the leading blank", (_, patched) => {
  it("applies every change of the hunk", () => {
    const result = patched(
      GO,
      "func one() int {",
      "-\tx := 1",
      "+\tx := 3",
      " \treturn x",
      "}",
      "",
      "func two() int {",
      "-\treturn 2",
      "+\treturn 4",
    );
    expect(result).toBe(GO.replace("x := 1", "x := 3").replace("return 2", "return 4"));
  });

  it("keeps the depth of an added line if every context line lacks its blank", () => {
    expect(
      patched(
        YAML,
        "  build:",
        "    steps:",
        "      - run: a",
        "+      - run: new",
        "      - run: b",
        "  test:",
      ),
    ).toBe(YAML.replace("- run: a\n", "- run: a\n      - run: new\n"));
    expect(patched(PYTHON, "    def f(self):", "        x = 1", "+        y = 2", "        return x")).toBe(
      PYTHON.replace("x = 1\n", "x = 1\n        y = 2\n"),
    );
  });

  it("keeps the depth of an added line if some context lines lack their blank", () => {
    expect(
      patched(
        PYTHON,
        "class A:",
        "     def f(self):",
        "         x = 1",
        "+        y = 2",
        "         return x",
      ),
    ).toBe(PYTHON.replace("x = 1\n", "x = 1\n        y = 2\n"));
  });

  it("reads a fence of the file between two changes as context", () => {
    expect(
      patched(MARKDOWN, "-# Title", "+# Name", "", "```sh", "make", "```", "", "-Text.", "+Prose."),
    ).toBe(MARKDOWN.replace("Title", "Name").replace("Text", "Prose"));
  });

  it("refuses the hunk if such a line is not in the file", () => {
    expect(
      patched(GO, "func one() int {", "-\tx := 1", "+\tx := 3", "nowhere()", "-\treturn x", "+\treturn 9"),
    ).toMatch(/^not-found/);
  });
});

describe("parseUnifiedDiff of text after a hunk", () => {
  const changes = (text: string) => {
    const read = parseUnifiedDiff(`--- a/f\n+++ b/f\n${text}`);
    if (!read.ok) return read.message;
    return read.files
      .flatMap((file) => ("hunks" in file ? (file.hunks ?? []) : []))
      .map(({ lines }) => lines.length);
  };

  it("skips prose after an empty line, and a closing fence", () => {
    expect(changes("@@ -1 +1 @@\n-a\n+b\n\nThis renames a.\n")).toEqual([2]);
    expect(changes("@@\n-a\n+b\n```\nThis renames a.\n")).toEqual([2]);
    expect(changes("@@ -1,9 +1,9 @@\n-a\n+b\n\nThis renames a.\n")).toEqual([2]);
    expect(changes("@@ -1 +1 @@\n-a\n+b\ncommit 0123456789abcdef\nAuthor: x\n\n    title\n\n")).toEqual([2]);
  });

  it("takes linear time for many empty and unmarked lines", () => {
    for (const row of ["\n", "a\n", "a\n\n", " \n"]) {
      expect(changes(`@@\n-a\n${row.repeat(100_000)}+b\n`)).toHaveLength(1);
    }
  });
});
