import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../../src/index.js";
import { createWorkbench, type Workbench } from "../../../tools/workbench.js";
import { applyPatch, createFile, deleteFile, editFile, moveFile, multiEdit, undoEdit } from "../amp-tools.js";

async function undo(bench: Workbench, path: string) {
  const { result, text } = await bench.call(undoEdit, { path });
  return { ...(result as { diff: string; files: string[] }), text };
}

describe("undo_edit", () => {
  it("undoes an edit and shows the diff", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\ntwo\n" });
    await bench.call(editFile, { path: "a.txt", old_str: "two", new_str: "2" });
    const { result, text } = await bench.call(undoEdit, { path: "a.txt" });
    const diff = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-2\n+two\n";
    expect(result).toEqual({ diff, files: [bench.path("a.txt")] });
    expect(text).toBe(`Took back the last change of ${bench.path("a.txt")}.\n${diff}`);
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("undoes one change at a time, by file", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "0\n", "b.txt": "0\n" });
    const step = (path: string, from: number) =>
      bench.call(editFile, { path, old_str: String(from), new_str: String(from + 1) });
    await step("a.txt", 0);
    await step("b.txt", 0);
    await step("a.txt", 1);
    await undo(bench, "a.txt");
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("1\n");
    await undo(bench, "a.txt");
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("0\n");
    expect(await readFile(bench.path("b.txt"), "utf8")).toBe("1\n");
    expect((await bench.callFailure(undoEdit, { path: "a.txt" })).code).toBe("nothing-to-undo");
  });

  it("undoes a creation, an overwrite, several edits, a deletion and a move", async () => {
    const bench = await createWorkbench();
    await bench.write({ "old.txt": "old\n", "gone.txt": "gone\n", "many.txt": "a\nb\n", "from.txt": "x\n" });
    await bench.call(createFile, { path: "new.txt", content: "new" });
    await bench.call(createFile, { path: "old.txt", content: "other" });
    await bench.call(multiEdit, {
      path: "many.txt",
      edits: [
        { old_str: "a", new_str: "1" },
        { old_str: "b", new_str: "2" },
      ],
    });
    await bench.call(deleteFile, { path: "gone.txt" });
    await bench.call(moveFile, { source: "from.txt", destination: "sub/to.txt" });

    const created = await undo(bench, "new.txt");
    expect(created.text).toContain(`Took back the creation of ${bench.path("new.txt")}: it is gone again.`);
    expect(created.diff).toContain(
      "deleted file mode 100644\n--- a/new.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-new\n",
    );
    expect((await undo(bench, "old.txt")).diff).toContain("-other\n+old\n");
    expect((await undo(bench, "many.txt")).diff).toContain("-1\n-2\n+a\n+b\n");
    const deleted = await undo(bench, "gone.txt");
    expect(deleted.text).toContain(`Took back the deletion of ${bench.path("gone.txt")}: it is there again.`);
    expect(deleted.diff).toContain(
      "new file mode 100644\n--- /dev/null\n+++ b/gone.txt\n@@ -0,0 +1 @@\n+gone\n",
    );
    const moved = await undo(bench, "sub/to.txt");
    expect(moved.text).toContain(
      `${bench.path("from.txt")} is where it was, no longer at ${bench.path("sub/to.txt")}.`,
    );
    expect(moved.diff).toContain("rename from sub/to.txt\nrename to from.txt\n");
    expect((await bench.names()).filter((name) => name !== "sub")).toEqual([
      "from.txt",
      "gone.txt",
      "many.txt",
      "old.txt",
    ]);
  });

  it("undoes all files of a patch together", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a\n", "b.txt": "b\n" });
    const patch =
      "*** Begin Patch\n*** Update File: a.txt\n-a\n+A\n*** Delete File: b.txt\n*** Add File: c.txt\n+c\n*** End Patch";
    await bench.call(applyPatch, { patch });
    const { files } = await undo(bench, "a.txt");
    expect([...files].sort()).toEqual(["a.txt", "b.txt", "c.txt"].map((name) => bench.path(name)));
    expect(await bench.names()).toEqual(["a.txt", "b.txt"]);
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("a\n");
  });

  it("does not describe the text of a file that is not text", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.bin": Buffer.from([0, 255, 254, 1]) });
    await bench.call(deleteFile, { path: "a.bin" });
    const { diff, text } = await undo(bench, "a.bin");
    expect(diff).toBe("");
    expect(text).toBe(`Took back the deletion of ${bench.path("a.bin")}: it is there again.`);
    expect(await readFile(bench.path("a.bin"))).toEqual(Buffer.from([0, 255, 254, 1]));
  });

  it.each([
    ["an edit", "a.txt"],
    ["a creation", "new.txt"],
  ])("leaves %s alone when another process has changed the file since", async (_, path) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a\n" });
    await bench.call(editFile, { path: "a.txt", old_str: "a", new_str: "b" });
    await bench.call(createFile, { path: "new.txt", content: "n" });
    await writeFile(bench.path(path), "somebody else\n");
    const error = await bench.callFailure(undoEdit, { path });
    expect(error.code).toBe("changed-since-edit");
    expect(await readFile(bench.path(path), "utf8")).toBe("somebody else\n");
  });

  it("runs alone, and without approval under the amp preset but for protected places", async () => {
    expect(undoEdit.executionProfile?.serial).toBe(true);
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a\n" });
    await using runtime = createToolRuntime({ cwd: bench.folder, permissions: "amp" });
    const verdicts = async (path: string) => {
      const { calls } = await runtime.plan([{ id: "1", name: "undo_edit", input: { path } }]);
      return calls[0]?.decision?.verdict;
    };
    expect(await verdicts("a.txt")).toBe("allow");
    expect(await verdicts(".git/hooks/pre-commit")).toBe("ask");
    expect(await verdicts("../outside/f")).toBe("ask");
  });

  it.each([
    ["a.txt", "nothing-to-undo"],
    ["missing.txt", "nothing-to-undo"],
    ["", "invalid-path"],
  ])("answers for %j with %s", async (path, code) => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "a\n" });
    expect((await bench.callFailure(undoEdit, { path })).code).toBe(code);
  });
});
