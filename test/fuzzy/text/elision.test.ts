import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, applyPatchHunks } from "../../../src/fuzzy/index.js";

const CONTENT = "function f() {\n  one();\n  two();\n  three();\n}\n";

function withLine(line: string, content = CONTENT) {
  // The old text is not exactly that of the file: an exact one permits every new text.
  const oldString = "  one();\n  two();\n   three();";
  const result = applyEdit({ content, oldString, newString: `  first();\n${line}` });
  return result.ok ? "edited" : result.reason;
}

describe("a placeholder in the new text", () => {
  const elided = [
    "...",
    "  …",
    "// ...",
    "# ...",
    "/* ... */",
    "<!-- ... -->",
    "{/* ... */}",
    "// ... existing code ...",
    "# ... rest of the function",
    "// rest of the code",
    "// The rest of the code remains the same",
    "// rest of your implementation here...",
    "# existing code",
    "// other methods remain unchanged",
    "// unchanged",
    "/* remaining implementation */",
    "-- ... more code ...",
    "// (code omitted for brevity)",
    "// ... etc",
    "... existing code ...",
  ];
  for (const line of elided) {
    it(`causes a refusal: ${line}`, () => {
      expect(withLine(line)).toBe("elided");
    });
  }

  const text = [
    "// Other methods",
    "// Loading...",
    "// Loading more items...",
    "# the rest of us know better than that",
    "// keep the existing order",
    "  ...props,",
    "  return [...rest];",
    '  say("...");',
    "// ...then call the other one",
    "// remaining items are handled by the caller",
    "# same as above",
    "* item of a list",
  ];
  for (const line of text) {
    it(`counts as text: ${line}`, () => {
      expect(withLine(line)).toBe("edited");
    });
  }

  it("counts as text with a warning if the old text occurs exactly once", () => {
    const newString = "  first();\n  // ... existing code ...";
    for (const content of [CONTENT, CONTENT.replaceAll("\n", "\r\n")]) {
      const result = applyEdit({ content, oldString: "  one();\n  two();", newString });
      expect(result).toMatchObject({
        ok: true,
        warnings: [expect.stringContaining('"// ... existing code ..." reads like a placeholder')],
      });
    }
  });

  it("causes a refusal if the old text occurs twice", () => {
    const content = `${CONTENT}${CONTENT}`;
    const result = applyEdit({ content, oldString: "  one();", newString: "  // ...", replaceAll: true });
    expect(result).toMatchObject({ ok: false, reason: "elided" });
  });

  it("never causes a refusal if the old text occurs exactly once", () => {
    const line = fc.constantFrom("  one();", "  two();", "// ...", "...", "# rest of the code", "}", "", "x");
    const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), text, text, fc.nat(), (around, old, next, at) => {
        const before = around.slice(0, at % (around.length + 1));
        const content = [...before, old, ...around.slice(before.length)].join("\n");
        fc.pre(old !== "" && content.indexOf(old) === content.lastIndexOf(old));
        for (const preset of ["safe", "opencode"] as const) {
          const result = applyEdit({ content, oldString: old, newString: next, preset });
          expect(result.ok ? "ok" : result.reason).not.toBe("elided");
        }
        const hunkLines = [
          ...old.split("\n").map((each) => ({ kind: "remove" as const, text: each })),
          ...next.split("\n").map((each) => ({ kind: "add" as const, text: each })),
        ];
        const patched = applyPatchHunks({ content, hunks: [{ anchors: [], lines: hunkLines }] });
        expect(patched.ok ? "ok" : patched.reason).not.toBe("elided");
      }),
    );
  });

  it("counts as text if the file has the line", () => {
    expect(withLine("// ...", `${CONTENT}// ...\n`)).toBe("edited");
  });

  it("counts as text in the body of a Python stub", () => {
    const content = "class A:\n    def f(self):\n        return 1\n";
    const result = applyEdit({
      content,
      oldString: "        return 1",
      newString: "        return 1\n    def g(self):\n        ...",
    });
    expect(result.ok).toBe(true);
  });
});

describe("a placeholder in the old text", () => {
  it("causes a refusal if the file has no such line", () => {
    const result = applyEdit({ content: CONTENT, oldString: "function f() {\n  // ...\n}", newString: "x" });
    expect(result).toMatchObject({ ok: false, reason: "elided" });
  });
  it("counts as text if the file contains it", () => {
    const content = "f() {\n\t// ...\n\tlast();\n}\n";
    expect(
      applyEdit({ content, oldString: "  // ...\n  last();", newString: "  // ...\n  next();" }),
    ).toMatchObject({
      ok: true,
      content: content.replace("last", "next"),
    });
  });
});
