import { readFile, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createFile } from "../../../../src/tools/files/edit/edit-file.js";
import { DEFAULT_EDIT_WORDING } from "../../../../src/tools/files/edit/edit-wording.js";
import { createOperation, editOperation } from "../../../../src/tools/index.js";
import { createWorkbench } from "../../workbench.js";

describe("an edit without old text", () => {
  it("creates a file only where a toolset allows it", async () => {
    const bench = await createWorkbench();
    const edit = { path: "a.txt", oldText: "", newText: "x" };
    expect((await bench.failure(editOperation, edit)).code).toBe("not-found");
    expect(await bench.names()).toEqual([]);
    const made = await bench.run(editOperation, { ...edit, emptyOldText: "create" });
    expect(made).toMatchObject({
      path: bench.path("a.txt"),
      created: true,
      lineRange: [1, 1],
      replacements: 1,
    });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("x");
  });

  it("does not overwrite a file that was created meanwhile", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "theirs\n" });
    const edit = { content: "mine\n", spans: [], warnings: [] };
    await expect(createFile("a.txt", edit, DEFAULT_EDIT_WORDING, bench.context)).rejects.toMatchObject({
      code: "already-exists",
    });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("theirs\n");
  });

  it("creates nothing outside the roots, not even through a symlink", async () => {
    const bench = await createWorkbench();
    await symlink(bench.outside, bench.path("out"));
    for (const path of [`${bench.outside}/a.txt`, "out/a.txt"]) {
      const edit = { path, oldText: "", newText: "x", emptyOldText: "create" as const };
      expect((await bench.failure(editOperation, edit)).code).toBe("external-directory");
    }
    await expect(readFile(`${bench.outside}/a.txt`)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("refuses a new text that cannot be encoded, in the call and in its preview", async () => {
    const bench = await createWorkbench();
    const edit = { path: "a.txt", oldText: "", newText: "\ud800", emptyOldText: "create" as const };
    const refused = await bench.failure(editOperation, edit);
    expect(refused.code).toBe("invalid-input");
    expect(refused.message).toContain("new_str contains half of a surrogate pair");
    const preview = await editOperation.preview?.(edit, bench.context);
    expect(preview).toEqual([{ type: "text", text: `The call would fail: ${refused.message}` }]);
    expect(await bench.names()).toEqual([]);
  });
});

describe("createOperation", () => {
  it("does not overwrite an existing file if it must refuse", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "theirs\n" });
    const input = { path: "a.txt", content: "mine\n", existing: "refuse" as const };
    expect((await bench.failure(createOperation, input)).code).toBe("already-exists");
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("theirs\n");
  });
});
