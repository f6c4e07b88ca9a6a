import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/fuzzy/index.js";

const FILES: readonly (readonly [language: string, text: string])[] = [
  [
    "TypeScript",
    "export function load() {\n  const text = read(1);\n  const lines = split(text);\n  const rows = parse(lines);\n  return rows;\n}\n",
  ],
  [
    "Python",
    "def load():\n    text = read(1)\n    lines = split(text)\n    rows = parse(lines)\n    return rows\n# end\n",
  ],
  ["YAML", "load:\n  text: read one\n  lines: split text\n  rows: parse lines\n  last: rows\n  end: yes\n"],
];

function edited(content: string, oldString: string, newString: string): string {
  const result = applyEdit({ content, oldString, newString });
  return result.ok ? result.content : result.reason;
}

describe.each(FILES)("an edit of %s of which the file has a part", (_, text) => {
  const first = (own: string) => own.replace("read", "fetch");
  const second = (own: string) => own.replace("rows", "records");

  it("makes the rest", () => {
    expect(edited(first(text), text, first(second(text)))).toBe(first(second(text)));
    expect(edited(second(text), text, first(second(text)))).toBe(first(second(text)));
  });

  it("changes nothing if the file has all of it, or another change", () => {
    expect(edited(first(second(text)), text, first(second(text)))).toMatch(/not-found|no-change/);
    expect(edited(text.replace("read", "load"), text, first(second(text)))).toBe("not-found");
  });
});

describe("an edit of comments of which the file has a part", () => {
  it("makes the rest", () => {
    const old =
      "# loads the rows of a page\nrows = load(page)\n# prints the rows of a page\nshow(rows)\nlast(1)\n";
    const first = (text: string) => text.replace("loads the rows", "reads the rows");
    const second = (text: string) => text.replace("show(rows)", "print(rows)");
    expect(edited(`${first(old)}more(2)\n`, old, first(second(old)))).toBe(`${first(second(old))}more(2)\n`);
  });
});

describe("characters without width", () => {
  it.each([
    ["a joiner", "\u200d"],
    ["a mark of direction", "\u200e"],
    ["an isolate", "\u2066"],
    ["a variation selector", "\ufe0f"],
  ])("stay in a line that the edit keeps: %s", (_, character) => {
    for (const line of [
      `  label = ready${character} state`,
      `  label = ready state${character}`,
      `  label${character} = ready state`,
    ]) {
      const content = `first(1)\n${line}\n  last(2)\n`;
      const seen = content.replace(character, "");
      expect(edited(content, seen, seen.replace("last(2)", "last(3)"))).toBe(
        content.replace("last(2)", "last(3)"),
      );
    }
  });
});
