import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/fuzzy/index.js";

function edited(content: string, oldString: string, newString: string): string {
  const result = applyEdit({ content, oldString, newString });
  return result.ok ? result.content : result.reason;
}

describe("edits whose old text alone lost its indentation", () => {
  const content = "function f() {\n\tload(1);\n\twhile (next()) {\n\t\tread(2);\n\t}\n\tclose(3);\n}\n";
  const old = "load(1);\nwhile (next()) {\n\tread(2);\n}\nclose(3);";

  it("keep the indentation of a new text that unwraps a block", () => {
    const next = "\tload(1);\n\tread(2);\n\tclose(3);";
    expect(edited(content, old, next)).toBe(`function f() {\n${next}\n}\n`);
  });

  it("keep it if the first line is changed too", () => {
    const next = "\tload(10);\n\tread(2);\n\tclose(3);";
    expect(
      edited(content, old.replace("close(3);", "closee(3);"), next.replace("close(3);", "closee(3);")),
    ).toBe(`function f() {\n${next}\n}\n`);
  });

  it("keep the lines of the file if the new text removes the first line only", () => {
    const yaml = "a:\n  props:\n    version: 2\n    texture: 3\n";
    expect(edited(yaml, "props:\n  version: 2\n  texture: 3", "  version: 2\n  texture: 3")).toBe(
      "a:\n    version: 2\n    texture: 3\n",
    );
  });
});

describe("edits with another width of a level", () => {
  it("indent added lines by the lines around them although most lines stand where the file has them", () => {
    const content = "  if a {\n    x(1)\n    y(2)\n  } else {\n    z(3)\n    w(4)\n    v(5)\n  }\n";
    const old = "    x(1)\n    y(2)\n} else {\n    z(3)\n    w(4)\n    v(5)";
    const next = old.replace("} else {", "} else if b {\n    u(6)\n} else {");
    expect(edited(content, old, next)).toBe(
      content.replace("  } else {", "  } else if b {\n    u(6)\n  } else {"),
    );
  });

  it("do not read the blank before the star of a comment as a level", () => {
    const content = "\t/**\n\t * Adds.\n\t */\n\tvoid add() {\n\t\trun(1);\n\t}\n";
    const old = " */\nvoid add() {\n    run(1);";
    const next = " */\nif (a) {\n    void add() {\n        run(1);";
    expect(edited(content, old, next)).toBe(
      content.replace("\tvoid add() {\n\t\trun(1);", "\tif (a) {\n\t\tvoid add() {\n\t\t\trun(1);"),
    );
  });

  it("keep the new text where it unwraps a block in the indentation of the old text", () => {
    const content =
      "<table>\n  <tr>\n    <th>One</th>\n    <th>Two</th>\n    <th>Three</th>\n    <th>Four</th>\n    <th>Five</th>\n  </tr>\n";
    const old =
      "<table>\n    <tr>\n        <th>One</th>\n        <th>Two</th>\n        <th>Three</th>\n        <th>Four</th>\n        <th>Five</th>\n    </tr>";
    const next = old.replace("    <tr>\n", "").replaceAll("        <th>", "    <th>");
    expect(edited(content, old, next)).toBe(content.replace("  <tr>\n", "").replaceAll("    <th>", "  <th>"));
  });
});

describe("added lines that copy a line of the old text", () => {
  it("keep the tabs inside that the file has", () => {
    const content = "\tuint32_t\tsize;\n\tuint64_t\taddr;\n";
    const old = "\tuint32_t    size;\n\tuint64_t    addr;";
    expect(edited(content, old, old.replace("size;\n", "size;\n\tuint32_t    count;\n"))).toBe(
      content.replace("size;\n", "size;\n\tuint32_t\tcount;\n"),
    );
  });
});
