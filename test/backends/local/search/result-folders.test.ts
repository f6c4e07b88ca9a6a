import { rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anchorDirectory } from "../../../../src/backends/local/directory-anchor.js";
import { resultFolders } from "../../../../src/backends/local/search/result-folders.js";
import { temporaryFolder } from "../../temporary-folder.js";
import { writeTree } from "../../write-tree.js";

async function foldersOf(root: string) {
  const anchor = await anchorDirectory(root);
  const folders = resultFolders(anchor, root);
  const close = () => {
    folders.close();
    anchor.close();
  };
  return { folders, close };
}

describe.runIf(process.platform === "linux")("the folders below the start of a search", () => {
  beforeEach(() => {
    // The folders below were changed long before the search.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("vouch for names in folders that did not change, at any depth", async () => {
    const root = await temporaryFolder();
    await writeTree(root, { "a.txt": "", "sub/deep/b.txt": "" });
    const { folders, close } = await foldersOf(root);
    for (const name of ["a.txt", "sub/deep/b.txt", "sub/deep/unseen.txt"]) {
      expect([folders.isSettled(name), folders.holds(name)], name).toEqual([true, true]);
    }
    expect([folders.isSettled("none/b.txt"), folders.holds("none/b.txt")]).toEqual([false, false]);
    close();
  });

  it("vouch for no name behind a link or a file, even an old one", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "root/a.txt": "", "outside/deep/secret.txt": "" });
    const root = join(folder, "root");
    await symlink("../outside", join(root, "link"));
    const { folders, close } = await foldersOf(root);
    for (const name of ["link/secret.txt", "link/deep/secret.txt", "a.txt/b.txt"]) {
      expect([folders.isSettled(name), folders.holds(name)], name).toEqual([false, false]);
    }
    close();
  });

  it("vouch for no name below a folder that was moved since", async () => {
    const root = await temporaryFolder();
    await writeTree(root, { "sub/deep/b.txt": "", "other/b.txt": "" });
    const { folders, close } = await foldersOf(root);
    expect(folders.isSettled("sub/deep/b.txt")).toBe(true);
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 60_000 });
    const later = await foldersOf(root);
    await rename(join(root, "sub/deep"), join(root, "sub/aside"));
    await rename(join(root, "other"), join(root, "sub/deep"));
    expect(later.folders.isSettled("sub/deep/b.txt")).toBe(false);
    expect(later.folders.holds("sub/deep/b.txt")).toBe(true);
    expect(later.folders.holds("sub/deep/c.txt")).toBe(false);
    later.close();
    close();
  });
});
