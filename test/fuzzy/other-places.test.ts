import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/fuzzy/index.js";

function edited(content: string, oldString: string, newString: string): string {
  const result = applyEdit({ content, oldString, newString });
  return result.ok ? result.content : result.reason;
}

const block = (first: string, last: string) =>
  `${first}\n  const alpha = readValue(1);\n  const beta = readValue(2);\n  const gamma = readValue(3);\n  const delta = readValue(4);\n${last}\n`;

const change = (text: string) => text.replace("readValue(3)", "readValue(30)");

describe("edits that lack one of several closing lines", () => {
  it("change the closing line with the indentation of the old text", () => {
    const content =
      "function Store:clean()\n  for index, slot in pairs(self.slots) do\n    if slot.amount == 0 then\n      table.remove(self.slots, index)\n    end\n  end\nend\n";
    const old = "    if slot.amount == 0 then\n      table.remove(self.slots, index)\n  end\nend\n";
    const next = old.replace(/\nend\n$/, "\nend -- clean\n");
    expect(edited(content, old, next)).toBe(content.replace(/\nend\n$/, "\nend -- clean\n"));
  });
  const nested =
    "            }\n        }\n    }\n    \n    // Component\n    :countdown {\n        input type = text >\n    }\n";

  it("change the lines above the gap if the lines below it show which one is missing", () => {
    const old = "            }\n        }\n    \n    // Component\n    :countdown {";
    expect(edited(`x\n${nested}`, old, old.replace("Component", "The component"))).toBe(
      `x\n${nested.replace("Component", "The component")}`,
    );
    const next = old.replace("            }\n        }", "            }\n        } // b");
    expect(edited(`x\n${nested}`, old, next)).toBe(
      `x\n${nested.replace("        }\n    }", "        } // b\n    }")}`,
    );
  });

  it("fail if they add or remove lines at the gap", () => {
    const old = "            }\n        }\n    \n    // Component\n    :countdown {";
    expect(
      edited(`x\n${nested}`, old, old.replace("        }\n    \n", "        }\n        a = 6\n    \n")),
    ).toBe("not-found");
    const content = "a {\n  b {\n    c {\n      d()\n    }\n  }\n}\n";
    expect(edited(content, "    c {\n      d()\n  }", "    c {\n      d()\n\n  e = 1\n  }")).toBe(
      "not-found",
    );
  });

  it("find the gap in a text with other blanks", () => {
    const content = "for i in $list\n\tif test\n\t\tset a\n\tend\nend\n";
    const old = "for i in $list\n    if test\n        set a\nend";
    expect(edited(content, old, old.replace(/end$/, "done"))).toBe(content.replace(/\nend\n$/, "\ndone\n"));
  });
});

describe("edits that leave a comment out where they add lines", () => {
  it("fail if the comment continues another one", () => {
    const content =
      "# job control since it\n# behaves like real code\n# used interactively\nset -l mode\nif status\n";
    const old = "# job control since it\n# used interactively\nset -l mode\nif status";
    expect(edited(content, old, old.replace("# used", "\na = 5\n# used"))).toBe("not-found");
    expect(edited(content, old, old.replace("if status", "if other"))).toBe(
      content.replace("if status", "if other"),
    );
  });

  it("fail if they indent the line below it", () => {
    const content = "before(1)\n}\n\n// Component\ncountdown {\n    input >\n        dual\n";
    const old = "before(1)\n}\n\ncountdown {\n    input >\n        dual";
    const next = "before(1)\n}\n\nwhen a {\n    countdown {\n        input >\n            dual";
    expect(edited(content, old, next)).toBe("not-found");
  });
});

describe("edits that name a place which the file does not have", () => {
  it.each([
    ["a parameter more", "export function load(path, options) {", "export function load(path) {"],
    ["a parameter less", "def load(path):", "def load(path, options):"],
    [
      "another argument",
      "func Load(ctx context.Context) error {",
      "func Load(ctx context.Context, path string) error {",
    ],
    ["a parameter named like a keyword", "constructor() {", "constructor(def) {"],
    ["a flag more", "exec node --test source", "exec node --test source main"],
    ["a value more", "SELECT name, email FROM users", "SELECT name, email, city FROM users"],
    ["a modifier of the type", "let count: u8 = read(source);", "let count: &mut u8 = read(source);"],
  ])("refuses an edit if the first or last line has %s", (_, own, file) => {
    const ownFirst = block(own, "last line of the block");
    expect(edited(block(file, "last line of the block"), ownFirst, change(ownFirst))).toBe("not-found");
    const ownLast = block("first line of the block", own);
    expect(edited(block("first line of the block", file), ownLast, change(ownLast))).toBe("not-found");
  });

  it("apply if the first line has another modifier, or is a sentence in other words", () => {
    for (const [own, file] of [
      ["export function load(path) {", "export async function load(path) {"],
      [
        "The settings are read when the service starts again",
        "The settings are read when the whole service starts again",
      ],
    ] as const) {
      const old = block(own, "last line of the block");
      expect(edited(block(file, "last line of the block"), old, change(old))).toBe(
        change(block(file, "last line of the block")),
      );
    }
  });

  it.each([
    [
      "Rust",
      "pub(crate) fn load(path: &str) {\n    start(path,  1);\n}\n",
      "fn load(path: &str) {\n    start(path, 1);\n}",
    ],
    ["a call", "first(alpha)\nsecond(beta,  2)\n", ")\nsecond(beta, 2)"],
    ["a chain", "value = source.filter(one)\n  .map(two,  3)\n", "filter(one)\n  .map(two, 3)"],
    ["the end", "start(path,  1)\n  finish(path) || retry\n", "start(path, 1)\n  finish(path)"],
  ])("refuses an edit if a block begins or ends inside a line (%s)", (_, content, old) => {
    expect(edited(content, old, old.replace(/[123]/, "9"))).toBe("not-found");
  });

  it.each([
    ["goPanicIndexU", "goPanicIndex"],
    ["readBufferX", "readBuffer"],
    ["parseValueT", "parseValue"],
    ["quicklySorted", "quicklSorted"],
    ["already", "alread"],
    ["sharedStatey", "sharedState"],
  ])("treat %s and %s as different names unless a letter inside is lost", (file, own) => {
    const content = block(`${file}(position, limit)`, "last line of the block");
    const old = block(`${own}(position, limit)`, "last line of the block");
    const isTypo = file === "quicklySorted";
    expect(edited(content, old, change(old))).toBe(isTypo ? change(content) : "not-found");
  });

  it.each([
    ['print("left\\nright side")', 'print("left\nright side")'],
    ["write('say \\\"left\\\" here')", "write('say \"left\" here')"],
    ["path = 'C:\\\\data\\\\new'", "path = 'C:\\data\\new'"],
  ])("keep the escapes of %j, which stands in the file", (line, undone) => {
    const content = `first(1)\n${line}\nsecond(2) + 1\n\n${undone}\nsecond(2)\n`;
    expect(edited(content, `${line}\nsecond(2)`, `${line}\nsecond(3)`)).not.toContain("second(3)\n");
    expect(edited(content, ` ${line}\n second(2)\n third(3)`, ` ${line}\n second(4)\n third(3)`)).toBe(
      "not-found",
    );
  });
});

describe("edits that misspell a name of which the file has several forms", () => {
  it.each([
    ["require(count)", "requires(count)", "requirees(count)"],
    ["panicIndex(count)", "panicIndexA(count)", "panicIndexAA(count)"],
  ])("refuses an edit if the file has %s and %s", (one, other, own) => {
    const form = (line: string) => block("first line of the block", `  ${line}\nlast line of the block`);
    const old = form(own);
    expect(edited(`${form(one)}\n${form(other)}`, old, change(old))).toMatch(/not-found|ambiguous/);
  });
});
