import { describe, expect, it } from "vitest";
import { applyUnifiedDiff } from "../../../src/fuzzy/index.js";

const CONTENT = "import a\n\ndef one():\n    x = 1\n    return x\n\ndef two():\n    x = 1\n    return x\n";

function patched(content: string, diff: string) {
  const result = applyUnifiedDiff({ content, diff });
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
  it.each(["\n", "\r\n"])("uses the line number among any number of equal lines that end with %j", (end) => {
    const content = `  },${end}  item${end}`.repeat(200);
    const lines = content.split(end);
    expect(patched(content, "@@ -301 +301 @@\n-  },\n+  }, last\n")).toBe(
      lines.with(300, "  }, last").join(end),
    );
    expect(patched(content, "@@ -300 +300 @@\n-  },\n+  }, last\n")).toMatch(/^ambiguous/);
  });
  it("adds a last line without a line end after a line with one", () => {
    expect(patched("a\n}\n", "@@ -2,0 +3 @@\n+b\n\\ No newline at end of file\n")).toBe("a\n}\nb");
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
