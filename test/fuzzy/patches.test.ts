import { describe, expect, it } from "vitest";
import { applyPatchHunks, applyUnifiedDiff, parsePatch } from "../../src/fuzzy/index.js";

const CONTENT = "import a\n\ndef one():\n    x = 1\n    return x\n\ndef two():\n    x = 1\n    return x\n";

function patched(content: string, diff: string) {
  const result = applyUnifiedDiff({ content, diff });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

function updated(content: string, body: string) {
  const parsed = parsePatch(`*** Begin Patch\n*** Update File: f.py\n${body}\n*** End Patch`);
  if (!parsed.ok) return parsed.message;
  const [operation] = parsed.operations;
  if (operation?.kind !== "update") return "no update";
  const result = applyPatchHunks({ content, hunks: operation.hunks });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

describe("applyUnifiedDiff", () => {
  it("applies several hunks with git headers", () => {
    const diff =
      "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1,3 +1,4 @@\n import a\n+import b\n \n def one():\n@@ -7,3 +8,3 @@\n def two():\n-    x = 1\n+    x = 2\n     return x\n";
    expect(patched(CONTENT, diff)).toBe(
      CONTENT.replace("import a\n", "import a\nimport b\n").replace("two():\n    x = 1", "two():\n    x = 2"),
    );
  });
  it("uses line numbers only to choose between equal places", () => {
    const hunk = "-    x = 1\n+    x = 3\n     return x\n";
    expect(patched(CONTENT, `@@ -8,2 +8,2 @@\n${hunk}`)).toBe(
      CONTENT.replace("two():\n    x = 1", "two():\n    x = 3"),
    );
    expect(patched(CONTENT, `@@ -6,2 +6,2 @@\n${hunk}`)).toMatch(/^ambiguous: .*lines 4, 8/);
    expect(patched(CONTENT, `@@ @@\n${hunk}`)).toMatch(/^ambiguous/);
  });
  it("finds a hunk whose line numbers are wrong", () => {
    expect(patched(CONTENT, "@@ -90,2 +90,2 @@\n-import a\n+import z\n \n")).toBe(
      CONTENT.replace("import a", "import z"),
    );
  });
  it("keeps the file's indentation, blanks and line ends", () => {
    const content = "if x:\r\n\tgo()  \r\n\tend()\r\n";
    expect(patched(content, "@@\n if x:\n     go()\n-    end()\n+    stop()\n+    end()\n")).toBe(
      "if x:\r\n\tgo()  \r\n\tstop()\r\n\tend()\r\n",
    );
  });
  it("removes and adds the last line end only if the diff says so", () => {
    expect(
      patched("a\nb", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"),
    ).toBe("a\nc");
    expect(patched("a\nb", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n")).toBe("a\nc\n");
    expect(patched("a\nb\n", "@@ -2 +2 @@\n-b\n+c\n\\ No newline at end of file\n")).toBe("a\nc");
  });
  it("inserts where only lines are added", () => {
    expect(patched("a\nb\n", "@@ -1,0 +2 @@\n+x\n")).toBe("a\nx\nb\n");
    expect(patched("", "@@ -0,0 +1 @@\n+x\n")).toBe("x\n");
  });
  it("applies all hunks or none", () => {
    const diff = "@@ -1 +1 @@\n-import a\n+import b\n@@ -5 +5 @@\n-nowhere to be found\n+x\n";
    expect(applyUnifiedDiff({ content: CONTENT, diff })).toMatchObject({
      ok: false,
      reason: "not-found",
      hunk: 2,
    });
  });
  it("refuses input that is not a diff of one file", () => {
    expect(patched("a", "nothing here")).toContain("changes nothing");
    expect(patched("a", "--- a/f\n+++ b/f\n@@\n-a\n+b\n--- a/g\n+++ b/g\n@@\n-a\n+b\n")).toContain(
      "more than one file",
    );
    expect(applyUnifiedDiff(undefined as never).ok).toBe(false);
  });
});

describe("parsePatch", () => {
  it("parses adds, deletes, updates and moves", () => {
    const text =
      "*** Begin Patch\n*** Add File: new.txt\n+one\n+\n+two\n*** Delete File: old.txt\n*** Update File: a.py\n*** Move to: b.py\n@@ class A\n@@ def f\n-x\n+y\n*** End of File\n*** End Patch\n";
    expect(parsePatch(text)).toEqual({
      ok: true,
      operations: [
        { kind: "add", path: "new.txt", content: "one\n\ntwo\n" },
        { kind: "delete", path: "old.txt" },
        {
          kind: "update",
          path: "a.py",
          moveTo: "b.py",
          hunks: [
            {
              anchors: ["class A", "def f"],
              lines: [
                { kind: "remove", text: "x" },
                { kind: "add", text: "y" },
              ],
              atEndOfFile: true,
            },
          ],
        },
      ],
    });
  });
  it("tolerates blanks around markers, a heredoc and a missing first @@", () => {
    const text = "apply_patch <<'EOF'\n *** Begin Patch \n  *** Update File: a\n-x\n+y\n *** End Patch\nEOF";
    expect(parsePatch(text)).toMatchObject({
      ok: true,
      operations: [{ path: "a", hunks: [{ anchors: [] }] }],
    });
  });
  const errors = [
    ["nothing", 'line 1: expected "*** Begin Patch"'],
    ["*** Begin Patch\n*** Delete File: a", 'expected "*** End Patch"'],
    ["*** Begin Patch\n*** End Patch", "the patch is empty"],
    ["*** Begin Patch\n*** Update File: a\n*** End Patch", "changes nothing"],
    ["*** Begin Patch\nfoo\n*** End Patch", 'line 2: expected "*** Add File: path"'],
    [
      "*** Begin Patch\n*** Update File: a\n@@\n-x\nfoo\n*** End Patch",
      "line 5: a line of a hunk starts with",
    ],
    ["*** Begin Patch\n*** Add File: a\nfoo\n*** End Patch", "line 3: each line of an added file"],
  ] as const;
  for (const [text, message] of errors) {
    it(`names the line: ${message}`, () => {
      expect(parsePatch(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
    });
  }
});

describe("applyPatchHunks", () => {
  it("uses an anchor to choose between equal places", () => {
    expect(updated(CONTENT, "@@ def two():\n-    x = 1\n+    x = 4")).toBe(
      CONTENT.replace("two():\n    x = 1", "two():\n    x = 4"),
    );
  });
  it("refuses equal places without an anchor, and does not take the first", () => {
    expect(updated(CONTENT, "@@\n-    x = 1\n+    x = 4")).toMatch(/^ambiguous/);
  });
  it("continues after the previous hunk", () => {
    expect(
      updated(CONTENT, "@@\n def two():\n-    x = 1\n+    x = 2\n@@\n-    return x\n+    return 5"),
    ).toBe(CONTENT.replace("two():\n    x = 1\n    return x", "two():\n    x = 2\n    return 5"));
  });
  it("anchors at the end of the file", () => {
    expect(updated(CONTENT, "@@\n-    return x\n+    return 6\n*** End of File")).toBe(
      CONTENT.replace(/return x\n$/, "return 6\n"),
    );
  });
  it("does not add a line end that the file does not have", () => {
    expect(updated("a\nb", "@@\n a\n-b\n+c")).toBe("a\nc");
  });
  it("adds lines below an anchor, or at the end without one", () => {
    expect(updated(CONTENT, "@@ def one():\n+    y = 2")).toBe(
      CONTENT.replace("one():\n", "one():\n    y = 2\n"),
    );
    expect(updated("a\nb", "@@\n+c")).toBe("a\nb\nc");
    expect(updated("a\r\n", "@@\n+c")).toBe("a\r\nc\r\n");
  });
  it("keeps context lines as the file has them", () => {
    expect(updated("say(“a”)\n\tgo( 1 )\nend()\n", '@@\n say("a")\n     go( 1 )\n-end()\n+stop()')).toBe(
      "say(“a”)\n\tgo( 1 )\nstop()\n",
    );
  });
  it("never throws", () => {
    expect(applyPatchHunks(undefined as never).ok).toBe(false);
    expect(applyPatchHunks({ content: "a", hunks: "x" as never }).ok).toBe(false);
  });
});
