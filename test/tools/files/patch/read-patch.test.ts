import { describe, expect, it } from "vitest";
import { readPatch } from "../../../../src/tools/files/patch/read-patch.js";
import { startStopwatch } from "../../../processor-time.js";

const lines = (...rows: string[]) => `${rows.join("\n")}\n`;

function files(patch: string) {
  const read = readPatch(patch);
  if (!read.ok) throw new Error(read.message);
  return read.files;
}

function complaint(patch: string): string {
  const read = readPatch(patch);
  return read.ok ? `read: ${JSON.stringify(read.files)}` : read.message;
}

/** The lines of a file's hunks, as a diff shows them. */
function shown(patch: string, index = 0): string[] {
  const file = files(patch)[index];
  const signs = { context: " ", remove: "-", add: "+" } as const;
  return file !== undefined && "hunks" in file
    ? (file.hunks ?? []).flatMap((hunk) => hunk.lines.map(({ kind, text }) => signs[kind] + text))
    : [];
}

describe("readPatch, the V4A envelope", () => {
  it("reads every kind of section, with the line where it begins", () => {
    const read = files(
      lines(
        "*** Begin Patch",
        "*** Add File: docs/new.md",
        "+# Title",
        "+",
        "*** Update File: src/a.ts",
        "@@ class A",
        "-old",
        "+new",
        "*** Update File: src/b.ts",
        "*** Move to: src/c.ts",
        "@@",
        " kept",
        "+added",
        "*** Delete File: gone.ts",
        "*** End Patch",
      ),
    );
    expect(read).toMatchObject([
      { type: "create", path: "docs/new.md", line: 2, text: "# Title\n\n" },
      { type: "update", path: "src/a.ts", line: 5, hunks: [{ anchors: ["class A"] }] },
      { type: "move", path: "src/b.ts", destination: "src/c.ts", line: 9 },
      { type: "delete", path: "gone.ts", line: 14 },
    ]);
  });

  it.each([
    ["blanks around markers", "  *** Begin Patch  \n *** Delete File: a \n*** End Patch \n"],
    ["a here-document", "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\n"],
    ["a code fence", "```\n*** Begin Patch\n*** Delete File: a\n*** End Patch\n```\n"],
    ["CRLF", "*** Begin Patch\r\n*** Delete File: a\r\n*** End Patch\r\n"],
    ["no line end at the end", "*** Begin Patch\n*** Delete File: a\n*** End Patch"],
  ])("accepts %s", (_, patch) => {
    expect(files(patch)).toMatchObject([{ type: "delete", path: "a" }]);
  });

  it("reads a move to the same path as an update", () => {
    const patch = "*** Begin Patch\n*** Update File: a\n*** Move to: ./a\n@@\n-x\n+y\n*** End Patch";
    expect(files(patch)).toMatchObject([{ type: "update", path: "a" }]);
  });

  it("joins two sections that update one file", () => {
    const patch = lines(
      "*** Begin Patch",
      "*** Update File: a",
      "-1",
      "+one",
      "*** Update File: ./a",
      "-2",
      "+two",
      "*** End Patch",
    );
    expect(files(patch)).toHaveLength(1);
    expect(shown(patch)).toEqual(["-1", "+one", "-2", "+two"]);
  });

  it.each([
    ["*** Begin Patch\n*** End Patch", "line 2: the patch is empty"],
    ["*** Update File: a\n@@\n-x\n+y\n", 'line 1: expected "*** Begin Patch"'],
    ["*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n", 'expected "*** End Patch"'],
    ["*** Begin Patch\n*** Frobnicate File: a\n*** End Patch", 'line 2: expected "*** Add File: path"'],
    ["*** Begin Patch\n*** Update File: a\n*** End Patch", "line 2: the update of a changes nothing"],
    ["*** Begin Patch\n*** Update File: a\n@@\n?x\n*** End Patch", "line 4: a line of a hunk starts with"],
    [
      "*** Begin Patch\n*** Add File: a\nx\n*** End Patch",
      'line 3: each line of an added file starts with "+"',
    ],
    ["*** Begin Patch\n*** Delete File: a\n-x\n*** End Patch", "line 3: a deleted file has no lines"],
    [
      "*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: a\n*** End Patch",
      "Line 4 of the patch: a already occurs in the patch, at line 2",
    ],
    [
      "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Add File: b\n+x\n*** End Patch",
      "Line 4 of the patch: b already occurs in the patch, at line 2",
    ],
  ])("refuses %j and says where", (patch, message) => {
    expect(complaint(patch)).toContain(message);
  });
});

describe("readPatch, unified diffs", () => {
  it("reads a unified diff, and joins two sections that update one file", () => {
    const patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n--- a/x\n+++ b/x\n@@ -9 +9 @@\n-3\n+4\n";
    expect(files(patch)).toMatchObject([{ type: "update", path: "x" }]);
    expect(shown(patch)).toEqual(["-1", "+2", "-3", "+4"]);
  });

  it("refuses a hunk without a file", () => {
    expect(complaint("@@ -1 +1 @@\n-1\n+2\n")).toContain("a hunk without a file");
  });
});

describe("readPatch, anything else", () => {
  it.each(["", "\n \n", "```\n```"])("refuses the empty patch %j", (patch) => {
    expect(complaint(patch)).toMatch(/^The patch is empty\. Send either "\*\*\* Begin Patch"/);
  });

  it("refuses text that is not a patch, and shows both forms", () => {
    expect(complaint("change foo to bar")).toMatch(
      /^This is not a patch: it begins with "change foo to bar"\. .*unified diff/,
    );
  });

  it.each([
    ["hunks", (count: number) => "@@\n-x\n+y\n".repeat(count)],
    ["headings of one hunk", (count: number) => `${"@@ f\n".repeat(count)}-x\n+y\n`],
    ["sections of one file", (count: number) => "*** Update File: a\n@@\n-x\n+y\n".repeat(count)],
  ])("refuses tens of thousands of %s before it parses them", (_what, body) => {
    const patchOf = (count: number) =>
      `*** Begin Patch\n*** Update File: a\n@@\n-q\n+r\n${body(count)}*** End Patch`;
    const refusal = "The patch has more than 2000 hunks";
    expect(complaint(patchOf(24_000))).toContain(refusal);
    expect(readPatch(patchOf(1_900))).toMatchObject({ ok: true });
    const many = patchOf(24_000);
    const elapsedMs = startStopwatch();
    // Parsing one of them takes 50 to 300 ms.
    for (let run = 0; run < 10; run += 1) readPatch(many);
    expect(elapsedMs()).toBeLessThan(200);
  });

  it("refuses a unified diff of tens of thousands of hunks before it parses it", () => {
    const hunk = (_: unknown, at: number) => `@@ -${at + 1} +${at + 1} @@\n-x\n+y\n`;
    const diff = `--- a/a\n+++ b/a\n${Array.from({ length: 30_000 }, hunk).join("")}`;
    expect(complaint(diff)).toContain("The patch has more than 2000 hunks");
  });

  it("refuses more hunks and files than the limits, within a short time", () => {
    const hunk = "@@\n-x\n+y\n";
    const many = `*** Begin Patch\n*** Update File: a\n${hunk.repeat(30_000)}*** End Patch`;
    const elapsedMs = startStopwatch();
    expect(complaint(many)).toContain("more than 2000 hunks; at most 2000 hunks and 1000 files");
    expect(complaint("x".repeat(9_000_000))).toContain("at most 8388608");
    for (const line of ["", "@@ f", "+x", "-x", " ", "--- a/a", "*** Add File: a"]) {
      expect(complaint(`*** Begin Patch\n${`${line}\n`.repeat(400_000)}`)).toContain(
        "more than 100000 lines",
      );
    }
    expect(elapsedMs()).toBeLessThan(500);
  });
});
