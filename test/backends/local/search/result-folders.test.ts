import { closeSync, readFileSync } from "node:fs";
import { lstat, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anchorDirectory } from "../../../../src/backends/local/directory-anchor.js";
import { type ResultFolders, resultFolders } from "../../../../src/backends/local/search/result-folders.js";
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

  it("tell folders apart whose names begin or end alike", async () => {
    const root = await temporaryFolder();
    await writeTree(root, { "ab/a": "", "aa/a": "", "a/a": "" });
    await symlink("a", join(root, "ac"));
    const { folders, close } = await foldersOf(root);
    const settled = (...names: string[]) => names.map((name) => folders.isSettled(name));
    expect(settled("ab/x", "ac/x", "ab/x", "a/x", "ac/x", "x", "ac/x")).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
    close();
  });

  it("vouch for no name below a folder that changed during the search", async () => {
    const root = await temporaryFolder();
    await writeTree(root, { "sub/deep/b.txt": "" });
    const sub = join(root, "sub");
    const changedMs = async () => (await lstat(sub)).ctimeMs;
    // The search starts just after the last change of the folder: the clock may lag by 50 ms.
    const startedMs = Math.ceil(await changedMs()) + 1;
    vi.setSystemTime(startedMs + 50);
    const { folders, close } = await foldersOf(root);
    const isSettled = () => [folders.isSettled("sub/deep/b.txt"), folders.holds("sub/deep/none.txt")];
    expect(isSettled()).toEqual([true, true]);
    while ((await changedMs()) < startedMs) {
      await rename(join(sub, "deep"), join(sub, "aside"));
      await rename(join(sub, "aside"), join(sub, "deep"));
    }
    folders.refresh();
    expect(isSettled()).toEqual([false, false]);
    expect(folders.holds("sub/deep/b.txt")).toBe(true);
    close();
  });
});

/** The folders as on systems where none can be held open. */
function namedFolders(root: string): ResultFolders {
  return resultFolders(
    { kind: "path", self: () => root, locate: (name) => join(root, name), close() {} },
    root,
  );
}

function contentOf(folders: ResultFolders, name: string): string | undefined {
  const descriptor = folders.open(name);
  if (descriptor === undefined) return undefined;
  try {
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

describe.skipIf(process.platform === "win32")("the folders of a search that cannot be held open", () => {
  const tree = { "root/sub/a.txt": "inside", "root/b.txt": "inside", "outside/a.txt": "outside" };
  const look = (folders: ResultFolders, name: string) => ({
    holds: folders.holds(name),
    names: folders.names(name),
    isSettled: folders.isSettled(name),
    content: contentOf(folders, name),
  });
  const found = { holds: true, names: true, isSettled: true, content: "inside" };
  const nothing = { holds: false, names: false, isSettled: false, content: undefined };

  it("vouch for files of real folders", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, tree);
    const folders = namedFolders(join(folder, "root"));
    for (const name of ["b.txt", "sub/a.txt"]) expect(look(folders, name), name).toEqual(found);
  });

  it("vouch for no name behind a link, also one that took the place of a folder", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, tree);
    const root = join(folder, "root");
    await symlink("../outside", join(root, "link"));
    const folders = namedFolders(root);
    expect(look(folders, "link/a.txt")).toEqual(nothing);
    expect(look(folders, "sub/a.txt")).toEqual(found);
    await rename(join(root, "sub"), join(root, "aside"));
    await symlink("../outside", join(root, "sub"));
    folders.refresh();
    expect(look(folders, "sub/a.txt")).toEqual(nothing);
  });

  it("open no file that leads elsewhere since its folder was looked at", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, tree);
    const root = join(folder, "root");
    const folders = namedFolders(root);
    expect(folders.isSettled("sub/a.txt")).toBe(true);
    await rename(join(root, "sub"), join(root, "aside"));
    await symlink("../outside", join(root, "sub"));
    // The folder was real at the last look, but is looked at again after the file is open.
    expect(contentOf(folders, "sub/a.txt")).toBeUndefined();
    await rm(join(root, "b.txt"));
    await symlink("../outside/a.txt", join(root, "b.txt"));
    expect(contentOf(folders, "b.txt")).toBeUndefined();
  });
});
