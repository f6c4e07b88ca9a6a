import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/fuzzy/index.js";

/** Returns the edited text, or the reason of the refusal. */
function edited(content: string, oldString: string, newString: string): string {
  const result = applyEdit({ content, oldString, newString });
  return result.ok ? result.content : result.reason;
}

const SPELLINGS: readonly (readonly [name: string, file: string, model: string])[] = [
  ["escaped letters", 'label = "caf\\u00e9 au lait"', 'label = "café au lait"'],
  ["entities", "<td>Total&nbsp;amount &amp; rest</td>", "<td>Total amount & rest</td>"],
  ["single backslashes", 'path = open("C:\\\\new\\\\table", mode)', 'path = open("C:\\new\\table", mode)'],
  ["half-width marks", "title = 设置（默认值：三）", "title = 设置(默认值:三)"],
  [
    "a parameter in brackets",
    "rows = table.filter((row) => row.open)",
    "rows = table.filter(row => row.open)",
  ],
  ["digits in groups", "limit = sizeOf(1_000_000, 0xFF)", "limit = sizeOf(1000000, 0xff)"],
  ["a value in quotes", 'image: "registry/name:1.2"', "image: registry/name:1.2"],
  ["the prefix of a string", 'print(f"total {amount}")', 'print("total {amount}")'],
  ["a keyword before a declaration", "function load(path) {", "export async function load(path) {"],
  ["an element without content", '<img src="logo.png" alt="logo">', '<img src="logo.png" alt="logo" />'],
];

describe("a kept line with another spelling", () => {
  it.each(SPELLINGS)("keeps %s of the file", (_name, file, model) => {
    const content = `before = 1\n${file}\nsecond = compute(2)\nafter = 3\n`;
    expect(edited(content, `${model}\nsecond = compute(2)`, `${model}\nsecond = compute(4)`)).toBe(
      content.replace("compute(2)", "compute(4)"),
    );
  });
  it.each(SPELLINGS)("refuses to change a line that differs in %s", (_name, file, model) => {
    const content = `before = 1\n${file}\nsecond = compute(2)\n`;
    const result = edited(content, `${model}\nsecond = compute(2)`, "second = compute(2)");
    expect(result).toBe("not-found");
  });
  it("refuses an old text that two places spell differently", () => {
    const content =
      "async function load(path) {\n  open(path)\n}\nexport function load(path) {\n  open(path)\n}\n";
    expect(
      edited(content, "function load(path) {\n  open(path)\n", "function load(path) {\n  close(path)\n"),
    ).toMatch(/ambiguous|not-found/);
  });
  it("refuses another keyword in place of the file's", () => {
    const content = "private total(rows) {\n  return compute(rows)\n}\n";
    expect(
      edited(
        content,
        "public total(rows) {\n  return compute(rows)\n}",
        "public total(rows) {\n  return sum(rows)\n}",
      ),
    ).toBe("not-found");
  });
  it("keeps the bullets, emphasis and table of a Markdown file", () => {
    const content =
      "# Names\n\n- The first _name_ counts\n- The last one is shown\n\n| Name  | Use     |\n| ----- | ------- |\n| first | counted |\n";
    const old =
      "* The first *name* counts\n- The last one is shown\n\n| Name | Use |\n|---|---|\n| first | counted |";
    expect(edited(content, old, old.replace("is shown", "is hidden"))).toBe(
      content.replace("is shown", "is hidden"),
    );
  });
  it("keeps semicolons that the old text lacks in every line", () => {
    const content = "function run() {\n  first(1);\n  second(2);\n  third(3);\n}\n";
    const old = "  first(1)\n  second(2)\n  third(3)";
    expect(edited(content, old, old.replace("second(2)", "second(22)"))).toBe(
      content.replace("second(2)", "second(22)"),
    );
  });
  it("takes time that grows with the text only", () => {
    const line = `${"(".repeat(400)}${"_".repeat(400)}${"<br ".repeat(100)}${"\\".repeat(400)} placeholder`;
    const content = `${line};\nsecond = compute(2)\n`.repeat(60);
    const started = process.cpuUsage();
    edited(content, `${line}\nsecond = compute(3)`, `${line}\nsecond = compute(4)`);
    const { user } = process.cpuUsage(started);
    expect(user / 1000).toBeLessThan(2_000);
  });
});

describe("lines without the mark at their end", () => {
  it("finds their place by a name with underscores alone", () => {
    const content =
      "extern void add_to_info (enum direction, block);\nextern void free_info_of (enum direction, block);\nextern void set_info_of (enum direction, block, block);\n";
    const old = content.split("\n").slice(0, 2).join("\n").replaceAll(";", "");
    expect(
      edited(content, old, old.replace("free_info_of (enum direction, block)", "free_info_of (block)")),
    ).toBe(content.replace("free_info_of (enum direction, block)", "free_info_of (block)"));
  });

  it.each([
    [
      "short lines",
      "let a = call(1);\nlet b = call(2);\nlet c = call(3);\n",
      "let a = call(1)\nlet b = call(2)",
      "let b = call(4);",
    ],
    ["the end of a list", "const a = {\n  one: 1,\n  two: 2,\n};\n", "  one: 1,\n  two: 2\n}", "  two: 4,"],
  ])("keeps the marks of the file in %s", (_name, content, old, line) => {
    const expected = content.replace(/.*2.*/, line);
    expect(edited(content, old, old.replace("2", "4"))).toBe(expected);
  });
});
