import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { multiedit } from "./opencode-tools.js";

describe("multiedit of the opencode toolset", () => {
  it("makes edits one after the other, each in the text that the one before left", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "foo\nbar\n" });
    const filePath = bench.path("a.ts");
    const { result, text } = await bench.call(multiedit, {
      filePath,
      edits: [
        { filePath, oldString: "foo", newString: "one\ntwo" },
        { filePath: "a.ts", oldString: "two\nbar", newString: "three" },
      ],
    });
    expect(await readFile(filePath, "utf8")).toBe("one\nthree\n");
    expect(text).toBe(`Made 2 edits in ${filePath}, lines 1-2.`);
    expect(result).toMatchObject({ title: filePath, metadata: { filediff: { additions: 2, deletions: 2 } } });
  });

  it("takes edits without the path that they need not say again", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "x\nx\n" });
    const { text } = await bench.call(multiedit, {
      filePath: "a.ts",
      edits: [{ oldString: "x", newString: "y", replaceAll: true }],
    });
    expect(text).toContain("Made 1 edit in");
    expect(await readFile(bench.path("a.ts"), "utf8")).toBe("y\ny\n");
  });

  it("makes none when one fails, and refuses an edit of another file", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "x\n", "b.ts": "x\n" });
    const edits = [
      { filePath: "a.ts", oldString: "x", newString: "y" },
      { filePath: "a.ts", oldString: "absent", newString: "z" },
    ];
    const refused = await bench.callFailure(multiedit, { filePath: "a.ts", edits });
    expect(refused.code).toBe("no-match");
    expect(refused.message).toMatch(
      /^Edit 2 of 2 failed, so none was made: Could not find exact match for oldString/,
    );
    const other = await bench.callFailure(multiedit, {
      filePath: "a.ts",
      edits: [{ filePath: "b.ts", oldString: "x", newString: "y" }],
    });
    expect(other.code).toBe("invalid-input");
    expect(await readFile(bench.path("a.ts"), "utf8")).toBe("x\n");
    expect(await readFile(bench.path("b.ts"), "utf8")).toBe("x\n");
  });

  it("creates a file when the first edit has no oldString, and applies the other edits to it", async () => {
    const bench = await createWorkbench();
    const { result, text } = await bench.call(multiedit, {
      filePath: "src/new.ts",
      edits: [
        { filePath: "src/new.ts", oldString: "", newString: "let a = 1;\n" },
        { filePath: "src/new.ts", oldString: "1", newString: "2" },
      ],
    });
    expect(await readFile(bench.path("src/new.ts"), "utf8")).toBe("let a = 2;\n");
    expect(text).toBe(`Created ${bench.path("src/new.ts")} with 2 edits.`);
    expect(result).toMatchObject({ metadata: { diff: expect.stringContaining("new file mode") } });
  });

  it("makes no file when a later edit of a new one fails, and says which", async () => {
    const bench = await createWorkbench();
    const edits = [
      { oldString: "", newString: "a\n" },
      { oldString: "b", newString: "c" },
    ];
    const refused = await bench.callFailure(multiedit, { filePath: "new.ts", edits });
    expect(refused.message).toMatch(/^Edit 2 of 2 failed, so none was made/);
    expect(await bench.names()).toEqual([]);
    const same = [
      { oldString: "", newString: "a\n" },
      { oldString: "a", newString: "a" },
    ];
    expect((await bench.callFailure(multiedit, { filePath: "new.ts", edits: same })).code).toBe(
      "identical-strings",
    );
    const elsewhere = [{ filePath: "other.ts", oldString: "", newString: "a\n" }];
    expect((await bench.callFailure(multiedit, { filePath: "new.ts", edits: elsewhere })).code).toBe(
      "invalid-input",
    );
    expect(await bench.names()).toEqual([]);
  });
});
