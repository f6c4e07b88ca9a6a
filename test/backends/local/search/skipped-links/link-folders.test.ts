import { lstat, rename, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localFileSystem } from "../../../../../src/backends/local/file-system.js";
import { linkFolders } from "../../../../../src/backends/local/search/skipped-links/link-folders.js";
import type { DirectoryEntry } from "../../../../../src/contract/index.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { writeTree } from "../../../write-tree.js";

const files = linkFolders(localFileSystem());

/** Lists a folder by names below the first one. */
async function listed(path: string, ...names: string[]): Promise<readonly DirectoryEntry[]> {
  const open = [await files.openDirectory(path)];
  try {
    await open[0]?.list();
    for (const name of names) {
      const inner = await open.at(-1)?.openDirectory(name);
      if (inner !== undefined) open.push(inner);
    }
    return (await open.at(-1)?.list()) ?? [];
  } finally {
    for (const each of open) await each.close();
  }
}

const names = (entries: readonly DirectoryEntry[]) => entries.map(({ name }) => name).sort();

describe.runIf(process.platform === "linux")("linkFolders", () => {
  beforeEach(() => {
    // The folders below were changed long ago.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("lists folders, links and hidden files, without other files", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a.txt": "a", ".ignore": "x", "sub/b.txt": "b" });
    await symlink("a.txt", join(folder, "link"));
    expect(names(await listed(folder))).toEqual([".ignore", "link", "sub"]);
  });

  it("reads an unchanged folder once, also from a folder above", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "a/b/c/d.txt": "d" });
    const first = await listed(folder, "a", "b");
    expect(names(first)).toEqual(["c"]);
    expect(await listed(folder, "a", "b")).toBe(first);
    expect(await listed(join(folder, "a/b"))).toBe(first);
  });

  it("reads a folder again after a link was added or removed", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "sub/a.txt": "a" });
    expect(await listed(folder, "sub")).toEqual([]);
    await symlink("/", join(folder, "sub/link"));
    expect(names(await listed(folder, "sub"))).toEqual(["link"]);
    await unlink(join(folder, "sub/link"));
    expect(await listed(folder, "sub")).toEqual([]);
  });

  it("leaves a folder closed if nothing in it matters", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "sub/a.txt": "a" });
    await listed(folder, "sub");
    const opened = await files.openDirectory(folder);
    await opened.list();
    const inner = await opened.openDirectory("sub");
    expect(await inner.list()).toEqual([]);
    await expect(inner.stat("a.txt")).rejects.toThrow("was not opened");
    await inner.close();
    await opened.close();
  });

  it("refuses a folder that a link has replaced", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "sub/a.txt": "a" });
    await listed(folder, "sub");
    const opened = await files.openDirectory(folder);
    await opened.list();
    await rename(join(folder, "sub"), join(folder, "aside"));
    await symlink("aside", join(folder, "sub"));
    await expect(opened.openDirectory("sub")).rejects.toMatchObject({ code: "changed-since-approval" });
    await opened.close();
  });

  it("reads a folder each time on a volume whose change times say nothing", async () => {
    expect(await listed("/proc/sys")).not.toBe(await listed("/proc/sys"));
  });

  it("reads a folder each time on such a volume that is mounted below", async () => {
    expect(await listed("/", "proc", "sys")).not.toBe(await listed("/", "proc", "sys"));
  });
});

describe.runIf(process.platform === "linux")("linkFolders of a fresh folder", () => {
  it("reads a folder that changed just now each time, because it may change again within the same tick", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "sub/a.txt": "a" });
    // The clock stands at the last change.
    vi.useFakeTimers({ toFake: ["Date"], now: (await lstat(folder)).ctimeMs });
    try {
      expect(await listed(folder)).not.toBe(await listed(folder));
    } finally {
      vi.useRealTimers();
    }
  });
});
