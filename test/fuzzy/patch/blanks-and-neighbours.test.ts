import { describe, expect, it } from "vitest";
import { applyPatchHunks, parsePatch } from "../../../src/fuzzy/index.js";

/** Applies the body of a V4A patch to a text. */
function applied(content: string, body: string): unknown {
  const parsed = parsePatch(`*** Begin Patch\n*** Update File: f\n${body}\n*** End Patch`);
  const [operation] = parsed.ok ? parsed.operations : [];
  if (operation?.kind !== "update") throw new Error("The patch is not an update.");
  const result = applyPatchHunks({ content, hunks: operation.hunks });
  return result.ok ? result.content : result.reason;
}

describe("V4A hunks", () => {
  it("keep the context of the file if they remove an equal line next to it", () => {
    const body = "@@\n e() { \n-  write();\n   write(); \n   read(); ";
    expect(applied("e() {\n  write();\n  write();\n  read();\n}\n", body)).toBe(
      "e() {\n  write();\n  read();\n}\n",
    );
  });

  it("keep blanks at the ends of lines that the patch leaves out", () => {
    expect(applied("a  \nb\t\nc\n", "@@\n a\n-b\n+B\n c")).toBe("a  \nB\nc\n");
  });

  it("apply a hunk after the one before it if both changes would adjoin at the first place", () => {
    const content = "f() {\n  read();\n  read();\n}\ng() {\n  read();\n}\n";
    expect(applied(content, "@@\n   read();\n   read();\n+  x();\n@@\n   read();\n+  y();\n }")).toBe(
      "f() {\n  read();\n  read();\n  x();\n}\ng() {\n  read();\n  y();\n}\n",
    );
  });

  it("refuse a hunk whose lines are those of the hunk before, or a copy below", () => {
    const content = "a();\nb();\nc();\nd();\nb();\nc();\n";
    expect(applied(content, "@@\n-a();\n+A();\n b();\n@@\n b();\n-c();\n+C();")).toBe("ambiguous");
  });

  it("count the lines at an end without a line end as one of their places", () => {
    const content = "f() {\n  read();\n}\ng() {\n  write();\n  read();\n}";
    const above = "@@\n g() {\n-  write();\n+  check();\n";
    expect(applied(content, `${above}@@\n-  read();\n-}\n+  new();`)).toBe(
      "f() {\n  read();\n}\ng() {\n  check();\n  new();",
    );
    expect(applied(content, "@@\n-  read();\n+  new();\n }")).toBe("ambiguous");
  });
});
