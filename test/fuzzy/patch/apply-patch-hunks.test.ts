import { describe, expect, it } from "vitest";
import { applyPatchHunks, parsePatch } from "../../../src/fuzzy/index.js";

const CONTENT = "import a\n\ndef one():\n    x = 1\n    return x\n\ndef two():\n    x = 1\n    return x\n";

function updated(content: string, body: string) {
  const parsed = parsePatch(`*** Begin Patch\n*** Update File: f.py\n${body}\n*** End Patch`);
  if (!parsed.ok) return parsed.message;
  const [operation] = parsed.operations;
  if (operation?.kind !== "update") return "no update";
  const result = applyPatchHunks({ content, hunks: operation.hunks });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

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
  it("names the hunk, not a parameter, when its lines are not found", () => {
    expect(updated("first\nabc\nlast\n", "@@\n-a\u00a0\u00a0bc\n+x")).toContain(
      "it has nothing at column 2, where the hunk has U+00A0 U+00A0.",
    );
    expect(updated("x", "@@\n-qqqq\n+zzzz")).toContain("Nothing in the file resembles the hunk:");
  });
  it("never throws", () => {
    expect(applyPatchHunks(undefined as never).ok).toBe(false);
    expect(applyPatchHunks({ content: "a", hunks: "x" as never }).ok).toBe(false);
  });
});
