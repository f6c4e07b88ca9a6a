import { describe, expect, it } from "vitest";
import { trimDiff } from "../../../../src/tools/files/diff/index.js";

const HEAD = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n";

describe("trimDiff", () => {
  it("removes the indentation that all lines share", () => {
    expect(trimDiff(`${HEAD}     if a:\n-        one\n+        two\n`)).toBe(
      `${HEAD} if a:\n-    one\n+    two\n`,
    );
  });

  it("shows a change of the indentation", () => {
    expect(trimDiff(`${HEAD}-  one\n+    one\n`)).toBe(`${HEAD}-one\n+  one\n`);
    expect(trimDiff(`${HEAD}-\tone\n+    one\n`)).toBe(`${HEAD}-\tone\n+    one\n`);
  });

  it("ignores blank lines and keeps lines that look like headers", () => {
    expect(trimDiff(`${HEAD}   a\n \n---   b\n+  c\n\\ No newline at end of file`)).toBe(
      `${HEAD}   a\n \n---   b\n+  c\n\\ No newline at end of file`,
    );
    expect(trimDiff(`${HEAD}   a\n \n+  c\n`)).toBe(`${HEAD} a\n \n+c\n`);
  });

  it("returns a diff without common indentation unchanged", () => {
    for (const diff of ["", "No changes", `${HEAD}-a\n+  b\n`]) expect(trimDiff(diff)).toBe(diff);
  });

  it("trims every file of a diff and leaves their headers", () => {
    expect(trimDiff(`${HEAD}-  a\n${HEAD}+  b\n`)).toBe(`${HEAD}-a\n${HEAD}+b\n`);
  });
});
