import { describe, expect, it } from "vitest";
import { applyEdit, applyUnifiedDiff } from "../../src/fuzzy/index.js";

describe("a file with other line ends than the call", () => {
  const content = "A\r\nP ?= x\r\nall:\r\n\techo a\r\n\techo b\r\n";
  const changed = content.replace("P ?= x", "  lantern\r\nP ?= y");

  it("gets the new lines of an edit with their own blanks", () => {
    const result = applyEdit({ content, oldString: "P ?= x\nall:", newString: "  lantern\nP ?= y\nall:" });
    expect(result).toMatchObject({ ok: true, content: changed, matcher: "line-ends" });
  });

  it("gets the new lines of a diff with their own blanks", () => {
    const diff = "--- a/f\n+++ b/f\n@@ -2 +2,2 @@\n-P ?= x\n+  lantern\n+P ?= y\n";
    expect(applyUnifiedDiff({ content, diff })).toMatchObject({ ok: true, content: changed });
  });
});
