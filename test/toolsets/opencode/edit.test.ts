import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { edit, read } from "./opencode-tools.js";

describe("edit of the opencode toolset", () => {
  it("replaces a text and states where; the diff is for the host", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "one\ntwo\nthree\n" });
    const { result, text } = await bench.call(edit, {
      filePath: bench.path("a.ts"),
      oldString: "two",
      newString: "2\n2.5",
    });
    expect(await readFile(bench.path("a.ts"), "utf8")).toBe("one\n2\n2.5\nthree\n");
    expect(text).toBe(`Edited ${bench.path("a.ts")}, lines 2-3.`);
    expect(result).toEqual({
      title: bench.path("a.ts"),
      metadata: {
        diff: "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three\n",
        filediff: { file: bench.path("a.ts"), additions: 2, deletions: 1 },
      },
      output: text,
    });
  });

  it("shows the diff to the model where the text was not there word for word", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "function a() {\n    return 1;\n}\n" });
    const { text } = await bench.call(edit, {
      filePath: "a.ts",
      oldString: "return 1; ",
      newString: "return 2;",
    });
    expect(text).toContain("oldString is not in the file word for word");
    expect(text).toContain("+    return 2;");
  });

  it("replaces every occurrence with replaceAll only", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "x\ny\nx\n" });
    const refused = await bench.callFailure(edit, { filePath: "a.ts", oldString: "x", newString: "z" });
    expect(refused.code).toBe("multiple-matches");
    expect(refused.message).toContain("Use replaceAll or provide more context. They are at lines 1 and 3.");
    const { text } = await bench.call(edit, {
      filePath: "a.ts",
      oldString: "x",
      newString: "z",
      replaceAll: true,
    });
    expect(text).toBe(`Edited ${bench.path("a.ts")} in 2 places, lines 1-3.`);
    expect(await readFile(bench.path("a.ts"), "utf8")).toBe("z\ny\nz\n");
  });

  it("creates a file that is not there from an empty oldString, just as given", async () => {
    const bench = await createWorkbench();
    const { result, text } = await bench.call(edit, {
      filePath: "src/new.ts",
      oldString: "",
      newString: "a\nb",
    });
    expect(await readFile(bench.path("src/new.ts"), "utf8")).toBe("a\nb");
    expect(text).toBe(`Created ${bench.path("src/new.ts")}.`);
    expect(result).toMatchObject({
      metadata: {
        diff: expect.stringContaining(
          "new file mode 100644\n--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1,2 @@\n+a\n+b",
        ),
        filediff: { additions: 2, deletions: 0 },
      },
    });
    expect(bench.changes).toMatchObject([{ type: "create", path: bench.path("src/new.ts") }]);
  });

  it("does not write over a file with an empty oldString", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "keep\n" });
    const refused = await bench.callFailure(edit, { filePath: "a.ts", oldString: "", newString: "gone" });
    expect(refused.code).toBe("empty-match");
    expect(refused.message).toContain("to write a whole file use write");
    expect(await readFile(bench.path("a.ts"), "utf8")).toBe("keep\n");
  });

  it("previews a creation as the diff that it will be", async () => {
    const bench = await createWorkbench();
    const input = { filePath: "new.ts", oldString: "", newString: "a\n" };
    const preview = await edit.preview?.(input, bench.context);
    const { result } = await bench.call(edit, input);
    expect(preview).toEqual([
      { type: "text", text: (result as { metadata: { diff: string } }).metadata.diff },
    ]);
  });

  it.each([
    [
      { oldString: "same", newString: "same" },
      "identical-strings",
      "oldString and newString must be different",
    ],
    [{ oldString: "", newString: "" }, "identical-strings", "oldString and newString must be different"],
    [{ oldString: "absent", newString: "b" }, "no-match", "Could not find exact match for oldString"],
  ])("refuses %j in the words of its parameters", async (strings, code, sentence) => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "same\n" });
    const refused = await bench.callFailure(edit, { filePath: "a.ts", ...strings });
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(sentence);
    expect(refused.message).not.toMatch(/old_str|new_str|replace_all|create_file|with Read/);
  });

  it("refuses a file that is missing, and one that changed since it was read", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "one\n" });
    const missing = await bench.callFailure(edit, { filePath: "b.ts", oldString: "x", newString: "y" });
    expect(missing.code).toBe("not-found");
    expect(missing.message).toContain("To create a file use write.");
    await bench.call(read, { filePath: "a.ts" });
    await writeFile(bench.path("a.ts"), "one and more\n");
    expect(
      (await bench.callFailure(edit, { filePath: "a.ts", oldString: "one", newString: "two" })).code,
    ).toBe("stale-file");
  });
});
