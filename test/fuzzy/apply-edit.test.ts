import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, type EditOutcome, MAX_RESULT_LENGTH } from "../../src/fuzzy/index.js";

function applied(outcome: EditOutcome) {
  if (!outcome.ok)
    throw new Error(`refused: ${outcome.reason} ${outcome.message} ${outcome.hints.join(" ")}`);
  return outcome;
}

function refused(outcome: EditOutcome) {
  if (outcome.ok) throw new Error(`applied by ${outcome.matcher}: ${outcome.content}`);
  return outcome;
}

describe("applyEdit, exact", () => {
  it("replaces the one place and tells where it was", () => {
    const outcome = applied(
      applyEdit({ content: "a\nb = 1\nc\n", oldString: "b = 1\n", newString: "b = 2\n" }),
    );
    expect(outcome).toEqual({
      ok: true,
      content: "a\nb = 2\nc\n",
      matcher: "exact",
      spans: [{ start: 2, end: 8, startLine: 2, endLine: 2 }],
      similarity: 1,
      warnings: [],
    });
  });

  it("takes the new text literally, replacement patterns of JavaScript included", () => {
    const { content } = applied(applyEdit({ content: "a X b", oldString: "X", newString: "<$&$1$`$'$$>" }));
    expect(content).toBe("a <$&$1$`$'$$> b");
  });

  it("refuses two places and names the lines of both", () => {
    const outcome = refused(applyEdit({ content: "foo\nbar\nfoo\n", oldString: "foo", newString: "x" }));
    expect(outcome.reason).toBe("multiple-matches");
    expect(outcome.spans?.map((span) => span.startLine)).toEqual([1, 3]);
  });

  it("counts overlapping places as two", () => {
    expect(refused(applyEdit({ content: "aaa", oldString: "aa", newString: "b" })).reason).toBe(
      "multiple-matches",
    );
  });

  it("replaces all places when asked to", () => {
    const outcome = applied(
      applyEdit({ content: "foo\nbar foo\n", oldString: "foo", newString: "é$1", replaceAll: true }),
    );
    expect(outcome.content).toBe("é$1\nbar é$1\n");
    expect(outcome.spans.map((span) => span.startLine)).toEqual([1, 2]);
  });

  it("does not look further once the exact text is there twice", () => {
    const content = "  x = 1\n  x = 1\nx = 1;\n";
    expect(refused(applyEdit({ content, oldString: "  x = 1\n", newString: "y" })).spans).toHaveLength(2);
  });

  it.each([
    ["empty-match", "", "x"],
    ["identical-strings", "a", "a"],
  ] as const)("refuses with %s", (reason, oldString, newString) => {
    expect(refused(applyEdit({ content: "a\n", oldString, newString })).reason).toBe(reason);
  });

  it("refuses to build a text that no machine holds", () => {
    const outcome = refused(
      applyEdit({
        content: "a".repeat(1000),
        oldString: "a",
        newString: "b".repeat(MAX_RESULT_LENGTH / 500),
        replaceAll: true,
      }),
    );
    expect(outcome.reason).toBe("result-too-large");
  });

  it("leaves everything outside the spans as it was, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", " ", "\t", "\n", "\r\n", "$&") }),
        fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\r\n"), minLength: 1, maxLength: 4 }),
        fc.string({ unit: fc.constantFrom("a", "c", " ", "\n", "$&"), maxLength: 4 }),
        fc.boolean(),
        (content, oldString, newString, replaceAll) => {
          const outcome = applyEdit({ content, oldString, newString, replaceAll });
          if (!outcome.ok) return;
          let from = 0;
          let at = 0;
          for (const span of outcome.spans) {
            const between = content.slice(from, span.start);
            expect(outcome.content.indexOf(between, at)).toBeGreaterThanOrEqual(at);
            at = outcome.content.indexOf(between, at) + between.length;
            from = span.end;
          }
          expect(outcome.content.endsWith(content.slice(from))).toBe(true);
          expect(outcome.content.startsWith(content.slice(0, outcome.spans[0]?.start))).toBe(true);
          expect(outcome.content).not.toBe(content);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("applyEdit, line ends", () => {
  it("finds LF text in a CRLF file and keeps the file CRLF", () => {
    const outcome = applied(
      applyEdit({ content: "a\r\nb\r\nc\r\n", oldString: "a\nb\n", newString: "a\nx\ny\n" }),
    );
    expect(outcome.content).toBe("a\r\nx\r\ny\r\nc\r\n");
    expect(outcome.matcher).toBe("line-ends");
    expect(outcome.spans).toEqual([{ start: 0, end: 6, startLine: 1, endLine: 2 }]);
  });

  it("matches from the middle of a line to the middle of another", () => {
    const { content } = applied(
      applyEdit({ content: "if (a\r\n  && b) {\r\n", oldString: "(a\n  && b)", newString: "(a\n  && c)" }),
    );
    expect(content).toBe("if (a\r\n  && c) {\r\n");
  });

  it("gives lines that are new in a CRLF file CRLF", () => {
    const { content } = applied(applyEdit({ content: "a\r\nb\r\n", oldString: "b", newString: "b\nc" }));
    expect(content).toBe("a\r\nb\r\nc\r\n");
  });

  it("finds CRLF text in an LF file and keeps the file LF", () => {
    const { content } = applied(
      applyEdit({ content: "a\nb\nc\n", oldString: "a\r\nb\r\n", newString: "a\r\nx\r\n" }),
    );
    expect(content).toBe("a\nx\nc\n");
  });

  it("leaves each line end of a mixed file alone", () => {
    const { content } = applied(
      applyEdit({ content: "a\r\nb\nc\r\nd\n", oldString: "b", newString: "B\nB" }),
    );
    expect(content).toBe("a\r\nB\nB\nc\r\nd\n");
  });

  it("changes line ends when the edit is about nothing else", () => {
    const { content } = applied(
      applyEdit({ content: "a\nb\n", oldString: "a\nb\n", newString: "a\r\nb\r\n" }),
    );
    expect(content).toBe("a\r\nb\r\n");
  });
});

describe("applyEdit, white space around lines", () => {
  const file = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";

  it("finds lines without their indentation and gives the new text the file's", () => {
    const outcome = applied(
      applyEdit({
        content: file,
        oldString: "def f(self):\n    return 1",
        newString: "def f(self):\n    if x:\n        return 3\n    return 1",
      }),
    );
    expect(outcome.content).toBe(
      "class A:\n    def f(self):\n        if x:\n            return 3\n        return 1\n\n    def g(self):\n        return 2\n",
    );
    expect(outcome.matcher).toBe("whitespace");
    expect(outcome.similarity).toBeLessThan(1);
    expect(outcome.warnings).toHaveLength(1);
  });

  it("takes away indentation that the old text has too much", () => {
    const { content } = applied(
      applyEdit({
        content: "if a:\n  b()\n",
        oldString: "    if a:\n      b()\n",
        newString: "    if a:\n      c()\n",
      }),
    );
    expect(content).toBe("if a:\n  c()\n");
  });

  it("writes tabs where the file has tabs", () => {
    const { content } = applied(
      applyEdit({
        content: "\tif a {\n\t\tb()\n\t}\n",
        oldString: "    if a {\n        b()\n    }\n",
        newString: "    if a {\n        if c {\n            d()\n        }\n    }\n",
      }),
    );
    expect(content).toBe("\tif a {\n\t\tif c {\n\t\t\td()\n\t\t}\n\t}\n");
  });

  it("keeps trailing blanks of lines that the edit does not change", () => {
    const { content } = applied(
      applyEdit({ content: "one  \ntwo\nthree\n", oldString: "one\ntwo\n", newString: "one\n2\n" }),
    );
    expect(content).toBe("one  \n2\nthree\n");
  });

  it("does not add a final line end that the file does not have", () => {
    const { content } = applied(applyEdit({ content: "a\n  b", oldString: "a\nb\n", newString: "a\nc\n" }));
    expect(content).toBe("a\n  c");
  });

  it("keeps CRLF", () => {
    const { content } = applied(
      applyEdit({ content: "  a\r\n  b\r\n", oldString: "a\nb\n", newString: "a\nc\nd\n" }),
    );
    expect(content).toBe("  a\r\n  c\r\n  d\r\n");
  });

  it("refuses two places that differ in white space only", () => {
    const outcome = refused(
      applyEdit({ content: "  a()\n\ta()\n", oldString: "    a()\n", newString: "b()\n" }),
    );
    expect(outcome.reason).toBe("multiple-matches");
    expect(outcome.spans?.map((span) => span.startLine)).toEqual([1, 2]);
  });

  it("refuses new lines when one indentation of the old text stands for two in the file", () => {
    const content = "if a:\n    b()\nc()\n";
    const outcome = refused(
      applyEdit({ content, oldString: "if a:\nb()\nc()", newString: "if a:\nb()\nd()\nc()" }),
    );
    expect(outcome.reason).toBe("no-match");
    expect(outcome.hints[0]).toContain("lines 1-3");
  });

  it("keeps the file's indentation line for line when the number of lines stays", () => {
    const content = "if a:\n    b()\nc()\n";
    const outcome = applied(
      applyEdit({ content, oldString: "if a:\nb()\nc()", newString: "if x:\ny()\nc()" }),
    );
    expect(outcome.content).toBe("if x:\n    y()\nc()\n");
  });

  it("never matches a part of a line", () => {
    expect(refused(applyEdit({ content: "foobar(1)\n", oldString: " foo\n", newString: "x\n" })).reason).toBe(
      "no-match",
    );
  });

  it("does not replace a block by its first and last line", () => {
    const content = "function a() {\n  somethingElse()\n}\n";
    const outcome = refused(
      applyEdit({
        content,
        oldString: "function a() {\n  return 1\n}",
        newString: "function a() {\n  return 2\n}",
      }),
    );
    expect(outcome.reason).toBe("no-match");
  });
});

describe("applyEdit, help after a miss", () => {
  it("names the nearest place and the line that differs, invisible characters visible", () => {
    const outcome = refused(
      applyEdit({
        content: "a\nfunction f() {\n\treturn  1\n}\n",
        oldString: "function f() {\n\treturn 1\n}",
        newString: "x",
      }),
    );
    expect(outcome.hints.join(" ")).toContain(
      'line 2: 2 of 3 lines are equal there. Line 3 is "\\treturn  1", not "\\treturn 1"',
    );
  });

  it("names the most similar line when no line is equal", () => {
    const outcome = refused(
      applyEdit({
        content: "alpha\nconst total = sum(items);\n",
        oldString: "const totals = sum(item);",
        newString: "x",
      }),
    );
    expect(outcome.hints.join(" ")).toContain("most similar line is line 2");
  });

  it("says that the edit was made already", () => {
    const outcome = refused(
      applyEdit({ content: "a\nnew text\n", oldString: "old text", newString: "new text" }),
    );
    expect(outcome.hints[0]).toContain("already in the file, at line 2");
  });

  it("says that line numbers of the display do not belong to the text", () => {
    const outcome = refused(applyEdit({ content: "a\nb\n", oldString: "1: a\n2: b", newString: "c" }));
    expect(outcome.hints.join(" ")).toContain("line numbers");
  });

  it("answers at once for a long single line and for a big file", () => {
    const started = performance.now();
    refused(applyEdit({ content: "a".repeat(20_000), oldString: "b".repeat(20_000), newString: "x" }));
    const lines = Array.from({ length: 20_000 }, (_, index) => `const value${index} = compute(${index});`);
    refused(
      applyEdit({ content: lines.join("\n"), oldString: "const valueX = compute(X);", newString: "x" }),
    );
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
