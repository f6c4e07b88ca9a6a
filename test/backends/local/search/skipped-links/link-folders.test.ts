import { rename, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localFileSystem } from "../../../../../src/backends/local/file-system.js";
import { linkFolders } from "../../../../../src/backends/local/search/skipped-links/link-folders.js";
import { RememberedEntries } from "../../../../../src/backends/local/search/skipped-links/remembered-entries.js";
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
    await writeFile(join(folder, "b.txt"), "b");
    // The clock of the test stands at the time of the change.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      expect(await listed(folder)).not.toBe(await listed(folder));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("RememberedEntries", () => {
  const folder = (ino: bigint, ctimeNs = 1n) => ({ dev: 1n, ino, ctimeNs });
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index): DirectoryEntry => ({ name: `${index}`, type: "directory" }));

  it("returns the entries of a folder until its change time differs", () => {
    const memory = new RememberedEntries();
    const known = entries(2);
    memory.set(folder(1n), known);
    expect(memory.get(folder(1n))).toBe(known);
    expect(memory.get(folder(1n, 2n))).toBeUndefined();
    expect(memory.get({ ...folder(1n), dev: 2n })).toBeUndefined();
  });

  it("forgets the oldest folders when there are too many entries", () => {
    const memory = new RememberedEntries(10);
    for (const ino of [1n, 2n, 3n]) memory.set(folder(ino), entries(3));
    expect([1n, 2n, 3n].map((ino) => memory.get(folder(ino))?.length)).toEqual([undefined, 3, 3]);
    memory.set(folder(2n, 2n), entries(1));
    memory.set(folder(4n), entries(3));
    expect([2n, 3n, 4n].map((ino) => memory.get(folder(ino, ino === 2n ? 2n : 1n))?.length)).toEqual([
      1, 3, 3,
    ]);
    memory.set(folder(5n), entries(20));
    expect(memory.get(folder(5n))).toBeUndefined();
  });
});
