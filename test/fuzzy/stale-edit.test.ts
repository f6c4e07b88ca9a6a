import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyEdit,
  applyEditBriefly,
  applyPatchHunks,
  applyPatchHunksBriefly,
} from "../../src/fuzzy/index.js";
import { mergeThreeWays } from "../../src/fuzzy/merge/index.js";

const BASES: readonly (readonly [language: string, base: string])[] = [
  [
    "TypeScript",
    "export function load() {\n  const text = read(1);\n  const lines = split(text);\n  const rows = parse(lines);\n  return rows;\n}\n",
  ],
  [
    "Python",
    "def load():\n    text = read(1)\n    lines = split(text)\n    rows = parse(lines)\n    return rows\n# end\n",
  ],
  ["YAML", "load:\n  text: read\n  lines: split\n  rows: parse\n  last: rows\n  end: yes\n"],
];

const linesOf = (text: string) => text.split("\n");

function put(text: string, at: number, ...lines: string[]): string {
  const all = linesOf(text);
  return [...all.slice(0, at), ...lines, ...all.slice(at + 1)].join("\n");
}

describe.each(BASES)("an edit of %s with the text that was read", (_, base) => {
  const old = linesOf(base).slice(0, 5).join("\n");
  const line = (at: number) => linesOf(base)[at] as string;
  const change = (text: string) => text.replace(line(3), `${line(3)} (mine)`);
  const edit = (content: string, newString = change(old)) =>
    applyEdit({ content, oldString: old, newString, base });

  it("merges with another changed, added or removed line", () => {
    for (const content of [
      put(base, 1, `${line(1)} (theirs)`),
      put(base, 1, line(1), "  added(1)"),
      put(base, 1),
      `first\n\n${put(base, 1, `${line(1)} (theirs)`)}`,
    ]) {
      expect(edit(content)).toMatchObject({
        ok: true,
        content: change(content),
        warnings: [expect.stringContaining("merged")],
      });
      const crlf = content.replaceAll("\n", "\r\n");
      expect(edit(crlf)).toMatchObject({ ok: true, content: change(content).replaceAll("\n", "\r\n") });
    }
  });

  it("reports the changed places of the current text", () => {
    const result = edit(put(base, 1, `${line(1)} (theirs)`, "  added(1)"));
    expect(result.ok && result.spans.map(({ startLine }) => startLine)).toEqual([5]);
  });

  it("conflicts with another change of the same line, and shows both", () => {
    const result = edit(put(base, 3, `${line(3)} (theirs)`));
    expect(result).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining("now line 4"),
    });
    expect(!result.ok && result.hints[0]?.diff).toBe(`- ${line(3)} (theirs)\n+ ${line(3)} (mine)`);
  });

  it("makes a change that the file has in part", () => {
    const both = change(put(old, 1, `${line(1)} (same)`));
    expect(edit(put(base, 1, `${line(1)} (same)`), both)).toMatchObject({
      ok: true,
      content: change(put(base, 1, `${line(1)} (same)`)),
    });
    expect(edit(change(put(base, 1, `${line(1)} (same)`)), both)).toMatchObject({ ok: false });
  });

  it("finds the place that was meant when the file has a copy of the lines now", () => {
    const around = `first\nsecond\n${base}last\n`;
    const current = `first\n${old}\nsecond\n${base}last\n`;
    const request = { base: around, content: current, oldString: old, newString: change(old) };
    expect(applyEdit(request)).toMatchObject({
      ok: true,
      content: `first\n${old}\nsecond\n${change(base)}last\n`,
    });
  });

  it("refuses the edit when the file is a copy of itself now", () => {
    for (const content of [`${base}${base}`, `${base}other\n${base}`]) {
      expect(edit(content)).toMatchObject({ ok: false, reason: "conflict" });
    }
  });

  it("edits the current text where the other change adjoins the edited line", () => {
    const content = put(base, 3, line(3), "  added(1)");
    const single = { content, base, oldString: line(3), newString: `${line(3)} (mine)` };
    expect(applyEdit(single)).toMatchObject({
      ok: true,
      content: change(content),
      warnings: [expect.stringContaining("current text")],
    });
  });

  it("conflicts if the edited line was changed and stands elsewhere now", () => {
    const content = `${put(base, 1, "other")}more\nand more\n${line(1)}\n`;
    const single = { content, base, oldString: line(1), newString: `${line(1)} (mine)` };
    expect(applyEdit(single)).toMatchObject({ ok: false, reason: "conflict" });
  });

  it("edits a line that only the current text has, if it is sent exactly", () => {
    const content = put(base, 3, "  unknown_before(7)");
    const request = { content, base, newString: "  x" };
    expect(applyEdit({ ...request, oldString: "  unknown_before(7)" })).toMatchObject({
      ok: true,
      content: put(base, 3, "  x"),
      warnings: [expect.stringContaining("current text")],
    });
    expect(applyEdit({ ...request, oldString: "unknown_befroe(7)\n" })).toMatchObject({ ok: false });
  });

  it("refuses a line that occurs once now and occurred twice", () => {
    const content = put(base, 3, "other");
    const request = { content, base: `${base}${line(1)}\n`, oldString: line(1), newString: "x" };
    expect(applyEdit(request)).toMatchObject({ ok: false, reason: "not-found" });
  });

  it("replaces all places of the current text", () => {
    const content = `${line(1)}\n${put(base, 3, "other")}`;
    const request = { content, base, oldString: line(1), newString: "x", replaceAll: true };
    expect(applyEdit(request)).toMatchObject({ ok: true, content: content.replaceAll(line(1), "x") });
  });

  it("fails as without that text if neither has the old text", () => {
    const request = { content: put(base, 3, "other"), oldString: "nowhere to be found", newString: "x" };
    expect(applyEdit({ ...request, base })).toEqual(applyEdit(request));
  });
});

describe("a brief edit with the text that was read", () => {
  const lines = (count: number, by: number) =>
    `${Array.from({ length: count }, (_, at) => `${(at * 7_919 * by) % 9_973}`).join("\n")}\n`;

  it.each([
    [20, "has a result"],
    [400, "has no result"],
  ])("%d changed lines: %s", (count, outcome) => {
    const request = {
      base: `${lines(count, 1)}kept\nold\nkept too\n`,
      content: `${lines(count, 2)}kept\nold\nkept too\n`,
      oldString: "old",
      newString: "new",
    };
    const hunk = {
      anchors: [],
      lines: [
        { kind: "context", text: "kept" },
        { kind: "remove", text: "old" },
        { kind: "add", text: "new" },
      ],
    } as const;
    const isBrief = outcome === "has a result";
    expect(applyEditBriefly(request)).toEqual(isBrief ? applyEdit(request) : undefined);
    const patch = { ...request, hunks: [hunk] };
    expect(applyPatchHunksBriefly(patch)).toEqual(isBrief ? applyPatchHunks(patch) : undefined);
    expect(applyPatchHunks(patch)).toMatchObject({
      ok: true,
      content: request.content.replace("old", "new"),
      warnings: [expect.stringContaining("merged")],
    });
  });
});

describe("mergeThreeWays", () => {
  it("refuses a change of a frequent line beside changed lines", () => {
    const base = "a {\n  b {\n    c(1);\n  }\n  d(2);\n}\n";
    const content = base.replace(/^ +/gm, (blanks) => blanks + blanks);
    const edited = "a {\n  b {\n    c(1);\n  d(2);\n}\n";
    expect(mergeThreeWays(base, edited, content)).toMatchObject({ ok: false });
    const deep = "a {\n    b {\n        b {\n            c(1);\n        }\n    }\n    d(2);\n}\n";
    const shifted = deep.replace(/^ +/gm, (blanks) => blanks.slice(blanks.length / 2));
    const shorter = shifted.replace("    }\n", "");
    expect(mergeThreeWays(shifted, shorter, deep)).toMatchObject({ ok: false });
  });

  it.each([
    // The file has lost the line between the two changes of the edit.
    ["c d\n  x = 1\na", "x = 1\n  x = 1", "c d\na", "x = 1"],
    ["c d\n\n  }", "\n}", "c d\n  }", "}"],
    ["a\r\nx = 1\nb", "b\r\nx = 1", "a\r\nb", "b"],
  ])("replaces neighbouring lines of %j at the end of the file together", (base, edited, content, merged) => {
    expect(mergeThreeWays(base, edited, content)).toMatchObject({ ok: true, content: merged });
  });

  it("keeps a carriage return at the end of the file, which ends no line", () => {
    expect(mergeThreeWays("a\nb\r", "a\nb\r\nc", "a\nb\r")).toMatchObject({ ok: true });
    expect(mergeThreeWays("", "x\ra\r", "")).toMatchObject({ ok: true, content: "x\ra\r" });
  });

  it("equals the change of one side if the other has none", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "c d"), { maxLength: 8 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(mergeThreeWays(base, other, base)).toMatchObject({ ok: true, content: other });
        expect(mergeThreeWays(base, base, other)).toMatchObject({ ok: true, content: other });
        expect(mergeThreeWays(base, other, other)).toMatchObject({ ok: true, content: other });
      }),
    );
  });
});

it("refuses an edit whose old text was changed in its place and copied to another one", () => {
  const place = "foo(1)\nkeep\nthis\nbar";
  const base = `head\n${place}\nafter\nmore\nlines\ntail\n`;
  const content = `${base.replace("foo(1)", "foo(2)")}copy\n${place}\nend\n`;
  const result = applyEdit({ base, content, oldString: place, newString: place.replace("bar", "baz") });
  expect(result).toMatchObject({
    ok: false,
    reason: "conflict",
    message: expect.stringContaining("another place"),
  });
});
