import { describe, expect, it } from "vitest";
import { parseUnifiedDiff } from "../../../src/fuzzy/index.js";

const lines = (...rows: string[]) => `${rows.join("\n")}\n`;

function files(patch: string) {
  const read = parseUnifiedDiff(patch);
  if (!read.ok) throw new Error(read.message);
  return read.files;
}

function complaint(patch: string): string {
  const read = parseUnifiedDiff(patch);
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

describe("parseUnifiedDiff", () => {
  it("reads several files with git's extended headers", () => {
    const patch = lines(
      "diff --git a/src/a.ts b/src/a.ts",
      "index 83db48f..bf269f4 100644",
      "--- a/src/a.ts",
      "+++ b/src/a.ts",
      "@@ -1,3 +1,3 @@ class A",
      " one",
      "-two",
      "+2",
      " three",
      "diff --git a/new.txt b/new.txt",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/new.txt",
      "@@ -0,0 +1,2 @@",
      "+a",
      "+b",
      "\\ No newline at end of file",
      "diff --git a/gone.txt b/gone.txt",
      "deleted file mode 100644",
      "--- a/gone.txt",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-x",
      "diff --git a/old name.ts b/new name.ts",
      "similarity index 90%",
      "rename from old name.ts",
      "rename to new name.ts",
      "--- a/old name.ts\t",
      "+++ b/new name.ts\t",
      "@@ -1 +1 @@",
      "-x",
      "+y",
      "diff --git a/x.sh b/y.sh",
      "similarity index 100%",
      "rename from x.sh",
      "rename to y.sh",
      "diff --git a/empty b/empty",
      "new file mode 100644",
      "index 0000000..e69de29",
    );
    expect(files(patch)).toMatchObject([
      { type: "update", path: "src/a.ts", line: 1, hunks: [{ startLine: 1, anchors: ["class A"] }] },
      { type: "create", path: "new.txt", text: "a\nb" },
      { type: "delete", path: "gone.txt", hunks: [{ lines: [{ kind: "remove", text: "x" }] }] },
      { type: "move", path: "old name.ts", destination: "new name.ts" },
      { type: "move", path: "x.sh", destination: "y.sh", hunks: [] },
      { type: "create", path: "empty", text: "" },
    ]);
  });

  it.each([
    ["git's prefixes", "--- a/src/x\n+++ b/src/x\n", "src/x"],
    ["no prefixes", "--- src/x\n+++ src/x\n", "src/x"],
    ["a folder that is called a", "--- a/x\n+++ a/x\n", "a/x"],
    ["mnemonic prefixes", "--- i/src/x\n+++ w/src/x\n", "src/x"],
    ["time stamps", "--- a/x y\t2026-01-01 10:00:00\n+++ b/x y\t2026-01-02 10:00:00\n", "x y"],
    ["quotes", '--- "a/\\303\\251 \\"q\\"\\t.txt"\n+++ "b/\\303\\251 \\"q\\"\\t.txt"\n', 'é "q"\t.txt'],
    ["an absolute path", "--- /w/x\n+++ /w/x\n", "/w/x"],
    ["a title above", "Here is the change:\n\n--- a/x\n+++ b/x\n", "x"],
    ["a code fence", "```diff\n--- a/x\n+++ b/x\n", "x"],
  ])("reads names with %s", (_, head, path) => {
    expect(files(`${head}@@ -1 +1 @@\n-1\n+2\n`)).toMatchObject([{ type: "update", path }]);
  });

  it("distinguishes a folder b from the prefix by git's line above", () => {
    const head = "diff --git b/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n";
    expect(files(`${head}@@ -0,0 +1 @@\n+1\n`)).toMatchObject([{ type: "create", path: "b/x" }]);
  });

  it("recognises removed and added lines that look like file names", () => {
    const patch = lines(
      "--- a/q.sql",
      "+++ b/q.sql",
      "@@ -1,3 +1,3 @@",
      " select 1;",
      "--- a comment",
      "+++ plus",
      " select 2;",
      "--- a/r.sql",
      "+++ b/r.sql",
      "@@ -1 +1 @@",
      "-x",
      "+y",
    );
    expect(shown(patch)).toEqual([" select 1;", "--- a comment", "+++ plus", " select 2;"]);
    expect(files(patch)[1]).toMatchObject({ path: "r.sql" });
  });

  it.each([
    ["too small", "@@ -1 +1 @@"],
    ["too large", "@@ -1,40 +1,50 @@"],
    ["missing", "@@"],
    ["made of dots", "@@ ... @@"],
  ])("does not trust counts that are %s", (_, header) => {
    const patch = lines(
      "--- a/x",
      "+++ b/x",
      header,
      " one",
      "-two",
      "+2",
      "",
      " three",
      "--- a/y",
      "+++ b/y",
      "@@ -1 +1 @@",
      "-1",
      "+2",
    );
    expect(shown(patch)).toEqual([" one", "-two", "+2", " ", " three"]);
    expect(shown(patch, 1)).toEqual(["-1", "+2"]);
  });

  it("ignores the signature of git format-patch and the text after it", () => {
    const patch = lines(
      "From 123",
      "Subject: x",
      "",
      "--- a/x",
      "+++ b/x",
      "@@ -1 +1 @@",
      "-1",
      "+2",
      "-- ",
      "2.39.5",
      "",
    );
    expect(shown(patch)).toEqual(["-1", "+2"]);
  });

  it("removes the CRLF of the transport, and keeps the CRLF of a new file", () => {
    const create = "--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\r\n+b\r\n";
    expect(files(create)).toMatchObject([{ text: "a\r\nb\r\n" }]);
    expect(files(create.replaceAll("\r", "").replaceAll("\n", "\r\n"))).toMatchObject([{ text: "a\nb\n" }]);
    expect(shown("--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-1\r\n+2\r\n")).toEqual(["-1", "+2"]);
  });

  it("warns that modes are not changed, and refuses a patch of nothing else", () => {
    const mode = "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n";
    expect(complaint(mode)).toContain("The patch changes nothing. The mode of x was not changed");
    const read = parseUnifiedDiff(`${mode}--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n`);
    expect(read).toMatchObject({
      ok: true,
      warnings: ["The mode of x was not changed: only text is patched."],
    });
  });

  it.each([
    ["@@ -1 +1 @@\n-1\n+2\n", 'Line 1 of the patch: a hunk without a file: expected "--- path"'],
    ["--- a/x\n+++ b/x\n-1\n+2\n", 'Line 3 of the patch: expected "@@" above'],
    ["--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n 1\n?\n", "Line 5 of the patch: a hunk changes at least one line"],
    [
      "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n 1\n 2\n",
      'Line 1 of the patch: the diff of x has no line that starts with "+" or "-"',
    ],
    ["--- a/x\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n", 'names two files, x and y. For a move put "rename from x"'],
    ["--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n 1\n+2\n", "x is new, so each of its lines"],
    ["--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n 1\n-2\n", "x is deleted, so each of its lines"],
    ["--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-1\n+2\n", "does not name its file"],
    ["diff --git a/x b/x\nGIT binary patch\nliteral 3\n", "x is binary"],
    [
      "diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n",
      "x.png is binary",
    ],
    ["diff --git a/x b/y\ncopy from x\ncopy to y\n", "a copy to y; create the new file"],
    ["diff --cc x\n--- a/x\n+++ b/x\n@@@ -1,2 -1,2 +1,2 @@@\n  1\n", "a combined diff of a merge"],
    ["diff --git a/x b/x\n", "the diff of x has no line"],
  ])("refuses %j and says why", (patch, message) => {
    expect(complaint(patch)).toContain(message);
  });
});
