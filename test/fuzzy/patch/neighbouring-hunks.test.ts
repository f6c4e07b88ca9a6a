import { describe, expect, it } from "vitest";
import { applyPatchHunks, applyUnifiedDiff, parsePatch } from "../../../src/fuzzy/index.js";

const FILES: readonly (readonly [language: string, content: string])[] = [
  [
    "Python",
    "def load(path):\n    text = read(path)\n    lines = split(text)\n    rows = parse(lines)\n    return rows\n",
  ],
  [
    "Go",
    "func load() int {\n\ttext := read(path)\n\tlines := split(text)\n\trows := parse(lines)\n\treturn rows\n}\n",
  ],
  ["YAML with CRLF", "build:\r\n  text: read\r\n  lines: split\r\n  rows: parse\r\n  last: rows\r\n"],
  ["Markdown", "# Title of the page\n\n- first item\n- second item\n- third item\n"],
];

function unified(content: string, diff: string): string {
  const result = applyUnifiedDiff({ content, diff });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

function envelope(content: string, body: string): string {
  const parsed = parsePatch(`*** Begin Patch\n*** Update File: f\n${body}\n*** End Patch`);
  if (!parsed.ok) return parsed.message;
  const [operation] = parsed.operations;
  if (operation?.kind !== "update") return "no update";
  const result = applyPatchHunks({ content, hunks: operation.hunks });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

/** Hunks that change the second and the fourth line, each with the lines around it. */
function hunks(content: string, seen: "before" | "after") {
  const lines = content.replaceAll("\r", "").split("\n");
  const [one, two, three, four, five] = lines as [string, string, string, string, string];
  const second = two === "" ? "added text" : `${two} (2)`;
  const fourth = `${four} (4)`;
  const above = seen === "before" ? two : second;
  return {
    first: [` ${one}`, `-${two}`, `+${second}`, ` ${three}`, ` ${four}`].join("\n"),
    second: [` ${above}`, ` ${three}`, `-${four}`, `+${fourth}`, ` ${five}`].join("\n"),
    expected: [one, second, three, fourth, ...lines.slice(4)].join(content.includes("\r") ? "\r\n" : "\n"),
  };
}

describe.each(FILES)("hunks that share context lines, in %s", (_, content) => {
  it.each(["before", "after"] as const)(
    "apply when the second one shows the file %s the first change",
    (seen) => {
      const { first, second, expected } = hunks(content, seen);
      expect(unified(content, `@@ -1,4 +1,4 @@\n${first}\n@@ -2,4 +2,4 @@\n${second}\n`)).toBe(expected);
      expect(envelope(content, `@@\n${first}\n@@\n${second}`)).toBe(expected);
    },
  );
});

describe("hunks of one place", () => {
  it("refuse the second if it changes the line below the first change and its lines stand again below", () => {
    const list = "first entry\nsecond entry\nthird entry\nfourth entry\n";
    const content = `start of the list\n${list}\nend\n\n${list}\nend\n`;
    const first = " start of the list\n first entry\n-second entry\n+second (2)\n third entry";
    const second = " first entry\n second entry\n-third entry\n+third (3)\n fourth entry";
    expect(envelope(content, `@@\n${first}\n@@\n${second}`)).toMatch(/^ambiguous: Hunk 2/);
  });

  it("conflict if both change the same line of the file", () => {
    expect(unified("a1\nb1\nc1\n", "@@\n a1\n-b1\n+b2\n@@\n-b1\n+b3\n c1\n")).toMatch(/^ambiguous: Hunk 2/);
  });

  it("report the places in the text before", () => {
    const content = "a1\nb1\nc1\nd1\n";
    const result = applyUnifiedDiff({ content, diff: "@@\n-a1\n+a2\n+a3\n b1\n@@\n a3\n b1\n-c1\n+c2\n" });
    expect(result).toMatchObject({ ok: true, content: "a2\na3\nb1\nc2\nd1\n" });
    expect(result.ok && result.spans.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 2],
      [1, 3],
    ]);
  });
});

describe("hunks whose lines stand twice", () => {
  const content = "def one():\n    x = 1\n    return x\n\ndef two():\n    x = 1\n    return x\n";
  const hunk = " \n-    x = 1\n+    x = 2\n     return x\n".slice(2);

  it("apply at the exact line number, whatever the section heading says", () => {
    expect(unified(content, `@@ -6,2 +6,2 @@ def one():\n${hunk}`)).toBe(
      content.replace(/x = 1(?=\n {4}return x\n$)/, "x = 2"),
    );
    expect(unified(content, `@@ -2,2 +2,2 @@ def two():\n${hunk}`)).toBe(content.replace("x = 1", "x = 2"));
  });

  it("apply below the section heading if the number is near that place or absent", () => {
    const expected = content.replace(/x = 1(?=\n {4}return x\n$)/, "x = 2");
    expect(unified(content, `@@ -7,2 +7,2 @@ def two():\n${hunk}`)).toBe(expected);
    expect(unified(content, `@@ def two():\n${hunk}`)).toBe(expected);
  });

  it("conflict if the heading and a wrong number name different places", () => {
    expect(unified(content, `@@ -1,2 +1,2 @@ def two():\n${hunk}`)).toMatch(/^ambiguous/);
  });

  it("apply next to the hunk before if they repeat its lines and their copy is above", () => {
    const copy = "second line here\nthird = 1\nend\n\n";
    const twice = `${copy}first line here\nsecond line here\nthird = 1\nlast\n`;
    const body =
      "@@\n-first line here\n+changed line\n second line here\n@@\n second line here\n-third = 1\n+third = 2";
    expect(envelope(twice, body)).toBe(`${copy}changed line\nsecond line here\nthird = 2\nlast\n`);
    expect(envelope(`${twice}\n${copy}`, body)).toMatch(/^ambiguous: Hunk 2/);
  });
});

describe("a hunk that begins with context of the hunk before", () => {
  const copy = "- second item\n- third item\n";
  const file = `# Title of the page\n\n- first item\n${copy}\nend\n${copy}`;
  const first = "@@\n \n-- first item\n+- one item\n - second item\n - third item";

  it("leads to a refusal if a copy of its lines stands below", () => {
    const second = "@@\n - second item\n-- third item\n+- last item";
    expect(envelope(file, `${first}\n${second}`)).toMatch(/^ambiguous|places/);
  });

  it("applies below if it shares no line with the hunk before", () => {
    const second = "@@\n end\n - second item\n-- third item\n+- last item";
    expect(envelope(file, `${first}\n${second}`)).toBe(
      file.replace("- first", "- one").replace(/- third item\n$/, "- last item\n"),
    );
  });
});

describe("a hunk for a file whose lines begin with marks", () => {
  it("leads to a refusal if an added line stands there with its mark", () => {
    const file = "+alpha item\n+beta item\n+gamma item\n";
    const diff = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n+alpha item\n-+beta item\n++delta item\n ++gamma item\n";
    expect(unified(file, diff)).toMatch(/^(?:ambiguous|not-found)/);
    const kept = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n+alpha item\n-+beta item\n++delta item\n +gamma item\n";
    expect(unified(file, kept)).toMatch(/^ambiguous/);
    expect(unified(file, kept.replace("\n+alpha", "\n +alpha"))).toBe(
      "+alpha item\n+delta item\n+gamma item\n",
    );
  });
});
