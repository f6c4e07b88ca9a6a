import { describe, expect, it } from "vitest";
import { applyEdit } from "../../../src/fuzzy/index.js";

const PYTHON =
  "class A:\n    def load(self):\n        rows = read(1)\n\n        return rows\n\n    def last(self):\n        pass\n";
const OLD = ["    def load(self):", "        rows = read(1)", "", "        return rows"];
const NEW = [
  "    def load(self):",
  "        rows = read(2)",
  "        check(rows)",
  "",
  "        return rows",
];
const EXPECTED = PYTHON.replace("read(1)\n", "read(2)\n        check(rows)\n");

function edited(oldString: string, newString: string, content = PYTHON): string {
  const result = applyEdit({ content, oldString, newString });
  return result.ok ? result.content : `${result.reason}: ${result.message}`;
}

const GUTTERS: readonly (readonly [name: string, format: (number: number, line: string) => string])[] = [
  ["12|", (number, line) => `${number}|${line}`],
  ["12| ", (number, line) => `${number}| ${line}`],
  ["12: ", (number, line) => `${number}: ${line}`],
  ["12:", (number, line) => `${number}:${line}`],
  ["12<tab>", (number, line) => `${String(number).padStart(6)}\t${line}`],
  ["12→", (number, line) => `${String(number).padStart(6)}→${line}`],
];

describe.each(GUTTERS)("line numbers in the form %s", (_, format) => {
  const numbered = (lines: readonly string[]) => lines.map((line, at) => format(2 + at, line));

  it("disappear from both texts, or from the one that has them", () => {
    expect(edited(numbered(OLD).join("\n"), numbered(NEW).join("\n"))).toBe(EXPECTED);
    expect(edited(numbered(OLD).join("\n"), NEW.join("\n"))).toBe(EXPECTED);
    expect(edited(OLD.join("\n"), numbered(NEW).join("\n"))).toBe(EXPECTED);
  });

  it("keep the blanks of lines that consist of blanks", () => {
    const withBlanks = (text: string) => text.replace("read(1)\n\n", "read(1)\n\t\t\n");
    const old = withBlanks(OLD.join("\n")).split("\n");
    const next = old.map((line) => line.replace("return rows", "return other"));
    expect(edited(numbered(old).join("\n"), numbered(next).join("\n"), withBlanks(PYTHON))).toBe(
      withBlanks(PYTHON).replace("return rows", "return other"),
    );
  });

  it("disappear before a byte order mark", () => {
    const old = ["\ufeff# first", "rows = read(1)", "print(rows)"];
    const next = ["\ufeff# first", "rows = read(2)", "print(rows)"];
    const content = `${old.join("\n")}\nlast(1)\n`;
    expect(edited(old.join("\n"), next.map((line, at) => format(1 + at, line)).join("\n"), content)).toBe(
      content.replace("read(1)", "read(2)"),
    );
  });

  it("disappear if blank lines are trimmed to the number", () => {
    const trimmed = (lines: readonly string[]) =>
      numbered(lines)
        .map((line) => line.trimEnd())
        .join("\n");
    expect(edited(trimmed(OLD), trimmed(NEW))).toBe(EXPECTED);
  });

  it("disappear if a line has lost its number", () => {
    const lost = numbered(OLD).map((line, at) => (at === 1 ? (OLD[1] as string) : line));
    expect(edited(lost.join("\n"), numbered(NEW).join("\n"))).toBe(EXPECTED);
  });
});

describe("numbers that belong to the file", () => {
  it("stay in the new text", () => {
    const yaml = "ports:\n  1: first port\n  2: second port\n";
    expect(
      edited("  1: first port\n  2: second port", "  1: first port\n  2: other port\n  3: third port", yaml),
    ).toBe("ports:\n  1: first port\n  2: other port\n  3: third port\n");
    expect(edited("first line of text", "1: first line of text\n2: more", "first line of text\n")).toBe(
      "first line of text\n".replace("first line of text", "first line of text\nmore"),
    );
  });
});

describe("wrapped texts", () => {
  const both = (wrap: (text: string) => string) => edited(wrap(OLD.join("\n")), wrap(NEW.join("\n")));

  it("apply without the marks of a diff", () => {
    const kept = new Set(OLD.filter((line) => NEW.includes(line)));
    const marked = (lines: readonly string[], sign: string) =>
      lines.map((line) => (kept.has(line) ? ` ${line}` : sign + line)).join("\n");
    expect(edited(marked(OLD, "-"), marked(NEW, "+"))).toBe(EXPECTED);
    expect(edited(OLD.map((line) => `-${line}`).join("\n"), NEW.map((line) => `+${line}`).join("\n"))).toBe(
      EXPECTED,
    );
  });

  it("keep the marks of a list", () => {
    const yaml = "  - a\n  - b\n";
    expect(edited("- a\n- b", "- a\n- c\n- b", yaml)).toBe("  - a\n  - c\n  - b\n");
  });

  it.each([
    ["a fence without its end", (text: string) => `\`\`\`python\n${text}`],
    ["a fence without its start", (text: string) => `${text}\n\`\`\``],
    ["the quotes of a JSON string", (text: string) => JSON.stringify(text)],
    ["a CDATA section", (text: string) => `<![CDATA[${text}]]>`],
    ["a CDATA section on its own lines", (text: string) => `<![CDATA[\n${text}\n]]>`],
  ])("apply without %s", (_, wrap) => {
    expect(both(wrap)).toBe(EXPECTED);
    expect(edited(wrap(OLD.join("\n")), NEW.join("\n"))).toBe(EXPECTED);
  });

  it("keep a fence that stands in the file", () => {
    const markdown = "Text.\n\n```sh\nmake\n";
    expect(edited("```sh\nmake", "```sh\nmake all", markdown)).toBe(markdown.replace("make", "make all"));
  });
});

it("line numbers only in the new text are removed even if the edit keeps nothing but a bracket", () => {
  const content = "load {\n  return current\n}\n\nfunc remove(matches) {\n}\n";
  const old = "  return current\n}\n\nfunc remove(matches) {";
  const next = "12|  return harbor\n13|}\n14|\n15|func remove(lantern) {";
  expect(edited(old, next, content)).toBe("load {\n  return harbor\n}\n\nfunc remove(lantern) {\n}\n");
});
