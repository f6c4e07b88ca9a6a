import { closeSync, constants, openSync } from "node:fs";
import { lstat, mkdir, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localFileSystem } from "../../../../src/backends/local/file-system.js";
import {
  certainlyBeforeNs,
  knownListing,
  rememberListing,
} from "../../../../src/backends/local/listings/index.js";
import type { DirectoryEntry } from "../../../../src/contract/index.js";
import { temporaryFolder } from "../../temporary-folder.js";

const files = localFileSystem();

async function listed(path: string): Promise<readonly DirectoryEntry[]> {
  const directory = await files.openDirectory(path);
  try {
    return await directory.list();
  } finally {
    await directory.close();
  }
}

async function folderOf(count: number): Promise<string> {
  const folder = join(await temporaryFolder(), "many");
  await mkdir(folder);
  await Promise.all(Array.from({ length: count }, (_, index) => writeFile(join(folder, `${index}.txt`), "")));
  return folder;
}

describe.runIf(process.platform === "linux")("the listing of a large folder", () => {
  beforeEach(() => {
    // The folders below were changed long ago.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("reads an unchanged folder once", async () => {
    const folder = await folderOf(1_100);
    const first = await listed(folder);
    const second = await listed(folder);
    expect(second).toHaveLength(1_100);
    expect(second).toEqual([...first].sort((one, other) => (one.name < other.name ? -1 : 1)));
    expect(await listed(folder)).toBe(second);
  });

  it("reads a small folder each time", async () => {
    const folder = await folderOf(10);
    await listed(folder);
    expect(await listed(folder)).not.toBe(await listed(folder));
  });

  it("reads a folder again after each change of its names", async () => {
    const folder = await folderOf(1_100);
    const types = async (name: string) => (await listed(folder)).filter((entry) => entry.name === name);
    expect(await types("new")).toEqual([]);
    await writeFile(join(folder, "new"), "");
    expect(await types("new")).toEqual([{ name: "new", type: "file" }]);
    await unlink(join(folder, "new"));
    expect(await types("new")).toEqual([]);
    await symlink("/", join(folder, "new"));
    expect(await types("new")).toEqual([{ name: "new", type: "symlink" }]);
    await rename(join(folder, "new"), join(folder, "other"));
    expect(await types("new")).toEqual([]);
  });

  it("reads another folder that took the path", async () => {
    const folder = await folderOf(1_100);
    await listed(folder);
    await rm(folder, { recursive: true });
    await mkdir(folder);
    expect(await listed(folder)).toEqual([]);
  });

  it("reads a folder each time that may have changed while it was read", async () => {
    const folder = await folderOf(1_100);
    // The clock stands at the last change.
    vi.setSystemTime((await lstat(folder)).ctimeMs);
    const entries = await listed(folder);
    await listed(folder);
    expect(await listed(folder)).not.toBe(await listed(folder));
    const descriptor = openSync(folder, constants.O_RDONLY);
    const location = `/proc/self/fd/${descriptor}`;
    await rememberListing(folder, location, { entries, beganNs: certainlyBeforeNs() });
    expect(knownListing(folder, location)).toBeUndefined();
    closeSync(descriptor);
  });

  it("remembers nothing of a volume whose change times say nothing", async () => {
    const descriptor = openSync("/proc/sys", constants.O_RDONLY);
    const location = `/proc/self/fd/${descriptor}`;
    const entries = Array.from({ length: 2_000 }, (): DirectoryEntry => ({ name: "a", type: "file" }));
    await rememberListing("/proc/sys", location, { entries, beganNs: certainlyBeforeNs() });
    expect(knownListing("/proc/sys", location)).toBeUndefined();
    closeSync(descriptor);
  });
});
