import { execFileSync } from "node:child_process";
import { mkdir, readdir, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { type Backend, ToolError } from "../../../src/contract/index.js";
import { deleteOperation } from "../../../src/tools/files/change/delete.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { type Interference, interferedBackend } from "../faulty-backend.js";
import { treeSnapshot } from "../tree-snapshot.js";
import { fixture } from "../workspace-fixture.js";

/** A folder `d` that memory cannot keep, because it contains a FIFO. */
async function largeFolder(tree: Readonly<Record<string, string>> = {}, interfere: Interference = () => {}) {
  const stateDirectory = join(await temporaryFolder(), "state");
  const local = localBackend({ stateDirectory });
  const backend = interferedBackend(local, interfere);
  const made = await fixture({ "d/a.txt": "a", "d/e/b.txt": "b", ...tree }, { backend });
  execFileSync("mkfifo", [join(made.root, "d/pipe")]);
  const trash = join(stateDirectory, "trash");
  return { ...made, trash, stateDirectory, trashed: () => readdir(trash) };
}

const code = (error: unknown) => (ToolError.isInstance(error) ? error.code : error);

describe("the removal of a folder that memory cannot keep", () => {
  it("restores a folder from the trash, with everything in it", async () => {
    const { root, files, trashed, changes } = await largeFolder();
    const before = await treeSnapshot(root);
    expect(await files.remove("d", { recursive: true })).toMatchObject({
      removedFiles: 3,
      canBeUndone: true,
    });
    expect(await readdir(root)).toEqual([]);
    expect(await trashed()).toHaveLength(1);
    await files.undo({ path: "d/a.txt" });
    expect(await treeSnapshot(root)).toEqual(before);
    expect(await trashed()).toEqual([]);
    expect(changes.map(({ type }) => type)).toEqual(["delete", "create"]);
    expect(await files.undo().catch(code)).toBe("nothing-to-undo");
  });

  it("undoes the removal and then the changes before it, step by step", async () => {
    const { root, files } = await largeFolder();
    await files.move("d/a.txt", "d/c.txt");
    await files.move("d", "n");
    await files.remove("n", { recursive: true });
    for (let change = 1; change <= 3; change += 1) await files.undo();
    expect((await readdir(join(root, "d"))).sort()).toEqual(["a.txt", "e", "pipe"]);
  });

  it("does not restore a folder over a new one of that name", async () => {
    const { root, files, trashed } = await largeFolder();
    await files.remove("d", { recursive: true });
    await mkdir(join(root, "d"));
    expect(await files.undo().catch(code)).toBe("changed-since-edit");
    expect(await trashed()).toHaveLength(1);
  });

  it("reports that nothing can be undone once the trash has removed the folder", async () => {
    const { root, files, trash } = await largeFolder();
    await files.remove("d", { recursive: true });
    for (const name of await readdir(trash)) await rm(join(trash, name), { recursive: true });
    await expect(files.undo()).rejects.toMatchObject({
      code: "nothing-to-undo",
      message: expect.stringContaining("the trash no longer contains it"),
    });
    expect(await readdir(root)).toEqual([]);
  });

  it("needs an approval to restore a protected path", async () => {
    const { call, root } = await largeFolder({
      "d/.git/hooks/pre-commit": "",
      "d/node_modules/p/.npmrc": "",
    });
    const approved = { approvedPaths: new Set([join(root, "d")]) };
    await call(approved).remove("d", { recursive: true });
    expect(await call().undo().catch(code)).toBe("protected-path");
    await call(approved).undo();
    expect(await readdir(join(root, "d"))).toContain(".git");
  });

  it("needs no approval to restore protected names inside packages", async () => {
    const { call, root } = await largeFolder({ "d/node_modules/p/.npmrc": "" });
    await call().remove("d", { recursive: true });
    await call().undo();
    expect(await readdir(join(root, "d"))).toContain("node_modules");
  });

  it("removes the folder in place where it cannot be moved to the trash, without undo", async () => {
    const { root, files, trashed } = await largeFolder({}, (step, detail) => {
      if (step !== "rename" || detail !== "other directory") return;
      throw new ToolError("another mount", { code: "io-error", cause: { code: "EXDEV" } });
    });
    expect(await files.remove("d", { recursive: true })).toMatchObject({ canBeUndone: false });
    expect(await readdir(root)).toEqual([]);
    expect(await trashed()).toEqual([]);
    expect(await files.undo().catch(code)).toBe("nothing-to-undo");
  });
});

describe("the question about the deletion of a folder", () => {
  it("warns of a deletion without undo depending on the volume of the trash", async () => {
    const { trash, ...without } = localBackend();
    const onAnotherVolume = { ...trash, takes: async () => false };
    const previewWith = async (backend: Backend) => {
      const { root, files, session } = await fixture({ "d/a.txt": "" }, { backend });
      await truncate(join(root, "d/a.txt"), 67_108_865);
      const context = { cwd: root, session, files, signal: new AbortController().signal };
      const input = { path: "d", recursive: true };
      return JSON.stringify(await deleteOperation.preview?.(input, context as never));
    };
    expect(await previewWith({ ...without, trash })).not.toContain("cannot be undone");
    expect(await previewWith({ ...without, trash: onAnotherVolume })).toContain("cannot be undone");
    expect(await previewWith(without)).toContain("cannot be undone");
  });
});
