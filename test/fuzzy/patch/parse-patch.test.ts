import { describe, expect, it } from "vitest";
import { parsePatch } from "../../../src/fuzzy/index.js";

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
      "*** Begin Patch\n*** Update File: a\n@@\n x\nfoo\n*** End Patch",
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
