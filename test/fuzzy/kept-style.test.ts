import { describe, expect, it } from "vitest";
import { applyEdit, applyPatchHunks, parsePatch } from "../../src/fuzzy/index.js";

/** Returns the edited text, or the reason of the refusal. */
function edited(content: string, oldString: string, newString: string, base?: string): string {
  const result = applyEdit({ content, oldString, newString, ...(base !== undefined && { base }) });
  return result.ok ? result.content : result.reason;
}

describe("marks and blanks of the file", () => {
  it("get a comma before added elements, and none after the last one", () => {
    const content = '{\n  "first": 1,\n  "second value": 2\n}\n';
    const old = '  "first": 1,\n  "second value": 2,\n}';
    const expected = '{\n  "first": 1,\n  "second value": 2,\n  "third": 3\n}\n';
    expect(edited(content, old, old.replace("\n}", '\n  "third": 3,\n}'))).toBe(expected);
    expect(edited(content, old, old.replace("\n}", '\n  "third": 3\n}'))).toBe(expected);
  });
  it("stay without the blanks at line ends that only the model has", () => {
    const content = "start(1)\nrun(2)\nstop(3)\n";
    expect(edited(content, "start(1)  \nrun(2)  ", "start(1)  \nrun(9)  \nwait(4)  ")).toBe(
      "start(1)\nrun(9)\nwait(4)\nstop(3)\n",
    );
  });
  it("keep a line break of Markdown in a line whose last word changes", () => {
    const content = "# Title\n\nThe first line  \nThe second line  \nThe third line\n";
    expect(
      edited(
        content,
        "The first line\nThe second line\nThe third line",
        "The first line\nThe second row\nThe third line",
      ),
    ).toBe(content.replace("second line", "second row"));
  });
  it("keep a soft hyphen in a changed line", () => {
    const content = "note = a documen\u00adtation of names\nnext = 1\n";
    expect(edited(content, "note = a documentation of names", "note = a documentation of values")).toBe(
      content.replace("names", "values"),
    );
  });
  it("determine the depth of lines below a list that is not indented", () => {
    const content = "steps:\n- name: build\n  run: make\n- name: second\n  run: test\n";
    const old = "steps:\n  - name: build\n    run: make\n  - name: second";
    const next = "steps:\n  - name: build\n    run: make\n    env:\n      MODE: fast\n  - name: second";
    expect(edited(content, old, next)).toBe(content.replace("make\n", "make\n  env:\n    MODE: fast\n"));
  });
  it("determine the depth of lines in a text with another unit than the file", () => {
    const tabs = "int run(void)\n{\n\tstart();\n\tstop();\n}\n".repeat(8);
    const yaml = "size:\n    width:\n        least: 1\n    last: true\n";
    const old = "size:\n  width:\n    least: 1\n";
    expect(edited(`${tabs}\n${yaml}`, old, `${old}    more:\n      deep: 1\n`)).toBe(
      `${tabs}\n${yaml.replace("least: 1\n", "least: 1\n        more:\n            deep: 1\n")}`,
    );
  });
  it("keep the opening fence of a new text whose old text has it twice", () => {
    const content = "Intro\n\n```ts\nimport { one } from 'two';\n```\n";
    const old = "```ts\n```ts\nimport { one } from 'two';";
    expect(edited(content, old, "```ts\nimport { one } from 'three';")).toBe(content.replace("two", "three"));
  });
});

describe("an edit that the file has in part", () => {
  const content = "function newName(rows) {\n  const total = sum(rows);\n  return total;\n}\n";
  const old = "function oldName(rows) {\n  const total = sum(rows);\n  return total;\n}";
  const next = "function newName(rows) {\n  const total = sum(rows, 1);\n  return total;\n}";
  it("completes the change of a block that is renamed already", () => {
    expect(edited(content, old, next)).toBe(content.replace("sum(rows)", "sum(rows, 1)"));
  });
  it("refuses a renaming while a block of the old name exists", () => {
    expect(edited(`${content}\nfunction oldName(rows) {\n  return 1;\n}\n`, old, next)).toBe("not-found");
  });
});

describe("a text that another program indented since it was read", () => {
  const block = ["start(1);", "  run(2);", "stop(3);"];
  const base = `head();\n${block.join("\n")}\ntail();\n`;
  const old = block.join("\n");
  const next = old.replace("run(2)", "run(9)");
  it("edits an indented text in its new place", () => {
    const wrapped = `head();\nif (ready) {\n${block.map((line) => `  ${line}`).join("\n")}\n}\ntail();\n`;
    expect(edited(wrapped, old, next, base)).toBe(wrapped.replace("run(2)", "run(9)"));
  });
  it("refuses an indented text whose lines also stand elsewhere, with other blanks", () => {
    const copied = `head();\nstart(1);\n  run(77);\nstop(3);\ntail();\nlast();\n${block.map((line) => `    ${line}`).join("\n")}\n`;
    expect(edited(copied, old, next, base)).toBe("conflict");
  });
});

describe("a blank line without a mark between added lines", () => {
  const apply = (content: string) => {
    const parsed = parsePatch(
      "*** Begin Patch\n*** Update File: f\n@@\n first()\n+one()\n\n+two()\n last()\n*** End Patch",
    );
    const [operation] = parsed.ok ? parsed.operations : [];
    const hunks = operation?.kind === "update" ? operation.hunks : [];
    const result = applyPatchHunks({ content, hunks });
    return result.ok ? result.content : result.reason;
  };
  it("adds a blank line where the file has none", () => {
    expect(apply("first()\nlast()\n")).toBe("first()\none()\n\ntwo()\nlast()\n");
  });
  it("treats a blank line as context where the file has it", () => {
    expect(apply("first()\n\nlast()\n")).toBe("first()\none()\n\ntwo()\nlast()\n");
  });
});

describe("new lines with blanks at their ends", () => {
  it("lose them if most lines of the file have none where the old text has them", () => {
    const content = "start(1) \nrun(2)\nstop(3)\n";
    const old = "start(1)   \nrun(2)  \nstop(3)  ";
    expect(edited(content, old, old.replace("stop", "wait(4)  \nstop"))).toBe(
      "start(1) \nrun(2)\nwait(4)\nstop(3)\n",
    );
  });
});

describe("several places in one line", () => {
  it("name their line once", () => {
    const result = applyEdit({ content: "a = 1\n^^^^^^^^\n", oldString: "^^", newString: "~~" });
    expect(result).toMatchObject({ reason: "ambiguous", message: expect.stringContaining("(line 2)") });
  });
});
