import { describe, expect, it } from "vitest";
import { applyEdit, reindent } from "../../src/fuzzy/index.js";

function edited(content: string, oldString: string, newString: string): string {
  const result = applyEdit({ content, oldString, newString });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

describe("edits with new lines", () => {
  const python = "def f():\n    a = load()\n    b = parse(a)\n    return b\n";

  it("keep the indentation of a wrapped block if only the old text lacks it", () => {
    const next = "    if ready:\n        a = load()\n        b = parse(a)\n    return b";
    expect(edited(python, "a = load()\nb = parse(a)\nreturn b", next)).toBe(`def f():\n${next}\n`);
    const whole = "    if ready:\n        a = load()\n        b = parse(a)\n        return b";
    expect(edited(python, "a = load()\nb = parse(a)\nreturn b", whole)).toBe(`def f():\n${whole}\n`);
    const nested = `class A:\n${python.replace(/^(?=.)/gm, "    ")}`;
    const unwrapped = edited(
      nested,
      "def f():\n    a = load()\n    b = parse(a)",
      "        a = load()\n        b = parse(a)",
    );
    expect(unwrapped).toBe(nested.replace("    def f():\n", ""));
  });

  it("indent the first line like its place if both texts were copied from inside a line", () => {
    const old = "a = load() \n    b = parse(a)\n    return b";
    const next = "if ready:\n        a = load()\n        b = parse(a)\n    return b";
    expect(edited(python, old, next)).toBe(`def f():\n    ${next}\n`);
  });

  it("keep the alignment after the tabs of lines that they move", () => {
    const content = "\ttotal = first()\n\t\t   + second();\n\tlast();\n";
    const old = "total = first()\n\t   + second();\nlast();";
    const next = "if (a) {\n\ttotal = first()\n\t\t   + second();\n\tlast();\n}";
    expect(edited(content, old, next)).toBe(`${next.replace(/^/gm, "\t")}\n`);
  });

  it("convert the width of a level of lines that they move", () => {
    const content = "if a:\n  x = 1\n  y = 2\nz = 3\n";
    const old = "if a:\n    x = 1\n    y = 2\nz = 3";
    const next = "while b:\n    if a:\n        x = 1\n        y = 2\n    z = 3";
    expect(edited(content, old, next)).toBe("while b:\n  if a:\n    x = 1\n    y = 2\n  z = 3\n");
    expect(
      edited("all:\n\tmake a\n\nrun: all \ntest:\n", "run: all\ntest:", "run: all\n    echo b\ntest:"),
    ).toBe("all:\n\tmake a\n\nrun: all \n\techo b\ntest:\n");
  });

  it("read line numbers so that both texts have the same indentation", () => {
    const content = "class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n";
    const old = "2: def f(self):\n3:     return 1";
    expect(edited(content, old, "def f(self):\n    x = 1\n    return 1")).toBe(
      content.replace("return 1", "x = 1\n        return 1"),
    );
  });

  it("read line numbers so that the least indented lines of both texts agree", () => {
    const content = "  a(\n    left,\n    right)\n";
    expect(edited(content, "255: a(\n256:   left,\n257:   right)", "left,\nright)")).toBe(
      "  left,\n  right)\n",
    );
    const cut = " c4: 7 a\n     + 6 b\n     + 5 c\n";
    expect(edited(cut, "L1: c4: 7 a\nL2:     + 6 b\nL3:     + 5 c", "c4: 7 a\n    + 60 b\n    + 5 c")).toBe(
      cut.replace("6 b", "60 b"),
    );
  });

  it("write lines that they move or copy as the file has them", () => {
    const content = "first(1)\nconfigureSettings(2)\nthird(3)\nfourth(4)\nfifth(5)\n";
    const old = "first(1)\nconfigureSettigns(2)\nthird(3)\nfourth(4)\nfifth(5)";
    const next = `${old}\nsixth(6)\nconfigureSettigns(2)`;
    expect(edited(content, old, next)).toBe(`${content}sixth(6)\nconfigureSettings(2)\n`);
  });

  it("indent them like the lines around a blank line that they replace", () => {
    const yaml = "jobs:\n  build:\n    steps: a\n\n    needs: b\n";
    const old = "    steps: a\n\n    needs: b\n";
    const next = "    steps: a\n    runs: c\n    needs: b\n";
    const expected = yaml.replace("a\n\n", "a\n    runs: c\n");
    expect(edited(yaml.replaceAll("\n", "\r\n"), old, next)).toBe(expected.replaceAll("\n", "\r\n"));
    expect(edited(yaml, old.replace(/^ {4}/gm, ""), next.replace(/^ {4}/gm, ""))).toBe(expected);
    const python = "class A:\n    def f(self):\n        x = 1\n\n        return x\n";
    expect(
      edited(
        python,
        "def f(self):\n    x = 1\n\n    return x",
        "def f(self):\n    x = 1\n    y = 2\n    return x",
      ),
    ).toBe(python.replace("x = 1\n\n", "x = 1\n        y = 2\n"));
  });

  it.each([
    ["braces", "  ", "if (ready) {", "}"],
    ["Python", "    ", "if ready:", undefined],
    ["Go", "\t", "if ready {", "}"],
    ["shell", "  ", "if ready; then", "fi"],
  ])("indent a wrapped block deeper while the text is shifted (%s)", (_, unit, open, close) => {
    const end = (indent: string) => (close === undefined ? "" : `\n${indent}${close}`);
    const content = `outer\n${unit}first(1)\n${unit}second(2)\n${unit}${unit}inner(3)\nlast\n`;
    const old = `first(1)\nsecond(2)\n${unit}inner(3)`;
    const next = `${open}\n${unit}first(1)\n${unit}second(2)\n${unit}${unit}inner(3)${end("")}`;
    const wrapped = `outer\n${unit}${open}\n${unit}${unit}first(1)\n${unit}${unit}second(2)\n${unit}${unit}${unit}inner(3)${end(unit)}\nlast\n`;
    expect(edited(content, old, next)).toBe(wrapped);
    expect(edited(wrapped, next, old)).toBe(content);
  });

  it("keep the indentation of the new text if only the old text is shifted", () => {
    const content = "f {\n    a(1)\n    b(2)\n}\n";
    expect(edited(content, "  a(1)\n  b(2)", "    a(1)\n    c(3)\n    b(2)")).toBe(
      content.replace("    b", "    c(3)\n    b"),
    );
  });

  it("write no tab into a file that is indented with blanks", () => {
    const yaml = "a:\n  b:\n    - c\n    - d\n  e:\n    - f\n";
    expect(edited(yaml, "  b: \n    - c\n    - d", "  b: \n    - c\n\t\t- new\n    - d")).toBe(
      yaml.replace("- c\n", "- c\n    - new\n"),
    );
    expect(edited(yaml, "  b:\n  \t- c\n  \t- d", "  b:\n  \t- c\n  \t- new\n  \t- d")).toBe(
      yaml.replace("- c\n", "- c\n    - new\n"),
    );
  });

  it("treat a step of more than eight columns as an alignment", () => {
    const content =
      "class A:\n    def f(self):\n        call(first,\n             second)\n        return 1\n";
    const old = "def f(self):\n    call(first,\n         second)\n    return 1";
    expect(edited(content, old, old.replace("second)", "second,\n         third)"))).toBe(
      content.replace("second)", "second,\n             third)"),
    );
    const text = "call(first,\n               second)";
    expect(reindent(text, { from: "", to: "\t", unit: { kind: "tab", width: 1 } })).toBe(
      "\tcall(first,\n\t               second)",
    );
  });
});

describe("two equal lines of which the edit replaces one", () => {
  it("keeps the first one if as many lines replace the others", () => {
    const content = "function f()\n  if a then\n    call(left, total)\n  end\nend\nrun()\n";
    const flat = content.replaceAll("  ", "");
    expect(edited(content, flat, flat.replace("total", "count").replace("end\nrun()", "done()\nrun()"))).toBe(
      "function f()\n  if a then\n    call(left, count)\n  end\ndone()\nrun()\n",
    );
  });
});
