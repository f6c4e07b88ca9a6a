import { mkdir, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorByPath, anchorChild } from "../../../src/backends/local/directory-anchor.js";
import { LocalDirectory } from "../../../src/backends/local/directory-handle.js";
import { temporaryFolder } from "../temporary-folder.js";
import { writeTree } from "../write-tree.js";

// The anchor for systems without /proc, tested on all systems.
describe("a directory anchored by its path", () => {
  it("works while the path leads to the same directory", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "one", "sub/b.txt": "" });
    const directory = new LocalDirectory(folder, await anchorByPath(folder));
    expect((await directory.list()).map(({ name }) => name).sort()).toEqual(["a.txt", "sub"]);
    const handle = await directory.openFile("a.txt");
    const buffer = new Uint8Array(10);
    expect(await handle.read(buffer, 0)).toBe(3);
    await handle.close();
    const sub = await directory.openDirectory("sub");
    expect((await sub.list()).map(({ name }) => name)).toEqual(["b.txt"]);
  });

  it("notices a replacement by another directory or a symlink", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await writeTree(folder, { "dir/f": "inside" });
    const directory = new LocalDirectory(join(folder, "dir"), await anchorByPath(join(folder, "dir")));
    await rename(join(folder, "dir"), join(folder, "moved"));
    await symlink(outside, join(folder, "dir"));
    await expect(directory.createFile("new", { mode: 0o644 })).rejects.toMatchObject({
      code: "changed-since-approval",
    });
    await rename(join(folder, "dir"), join(folder, "link"));
    await mkdir(join(folder, "dir"));
    await expect(directory.openFile("f")).rejects.toMatchObject({ code: "changed-since-approval" });
  });

  it("refuses symlinks in the path and as a child", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "real"));
    await symlink("real", join(folder, "link"));
    await expect(anchorByPath(join(folder, "link"))).rejects.toMatchObject({
      code: "changed-since-approval",
    });
    const parent = await anchorByPath(folder);
    await expect(anchorChild(parent, "link", join(folder, "link"))).rejects.toMatchObject({
      code: "changed-since-approval",
    });
  });
});
