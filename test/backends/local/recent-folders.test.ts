import {
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { anchorDirectory } from "../../../src/backends/local/directory-anchor.js";
import { localFileSystem } from "../../../src/backends/local/file-system.js";
import { forgetFoundEntries, lookUpPlain } from "../../../src/backends/local/recent-folders.js";
import { resolvePath } from "../../../src/backends/local/resolve-path.js";
import { openDescriptors } from "./open-descriptors.js";

// On a machine with much other work, a slow call would send the look-ups to the thread pool.
vi.mock("../../../src/backends/local/brief-call.js", async (original) => ({
  ...(await original<typeof import("../../../src/backends/local/brief-call.js")>()),
  briefCalls: <Result>(calls: () => Result) => calls(),
}));

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "collet-recent-")));
  mkdirSync(join(root, "a/b"), { recursive: true });
  writeFileSync(join(root, "a/b/file.txt"), "one\n");
  symlinkSync("a", join(root, "link"));
  symlinkSync("file.txt", join(root, "a/b/alias.txt"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Resolves once the microtasks and the events that are due have run. */
const nextEvent = () => new Promise((resolve) => setImmediate(resolve));

describe.runIf(process.platform === "linux")("lookUpPlain", () => {
  it("returns the path and the status of a file, and no status for a missing one", () => {
    const path = join(root, "a/b/file.txt");
    expect(lookUpPlain(path)).toMatchObject({ path, stat: { type: "file", size: 4 } });
    expect(lookUpPlain(join(root, "a/b/none.txt"))).toEqual({ path: join(root, "a/b/none.txt") });
  });

  it.each([
    "link/b/file.txt",
    "a/b/alias.txt",
    "none/file.txt",
    "a/b/../b/file.txt",
    "a/b/file.txt/",
    "a//b/file.txt",
  ])("leaves %s to the full look-up", (name) => {
    expect(lookUpPlain(`${root}/${name}`)).toBeUndefined();
  });

  it("finds a folder that was renamed or replaced between two look-ups of one event", async () => {
    const path = join(root, "a/b/file.txt");
    expect(lookUpPlain(path)?.stat?.size).toBe(4);
    renameSync(join(root, "a/b"), join(root, "a/c"));
    expect(lookUpPlain(path)).toBeUndefined();
    mkdirSync(join(root, "a/b"));
    writeFileSync(path, "another\n");
    expect(lookUpPlain(path)?.stat?.size).toBe(8);
    renameSync(join(root, "a/b"), join(root, "a/d"));
    symlinkSync("c", join(root, "a/b"));
    expect(lookUpPlain(path)).toBeUndefined();
    expect(await resolvePath(path)).toMatchObject({ path: join(root, "a/c/file.txt"), stat: { size: 4 } });
  });

  it("looks up an entry once until the next event, for at most 5 ms", async () => {
    const path = join(root, "a/b/file.txt");
    let now = 1_000;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const found = lookUpPlain(path);
    now += 4.9;
    expect(lookUpPlain(path)).toBe(found);
    now += 0.1;
    const later = lookUpPlain(path);
    expect(later).not.toBe(found);
    await nextEvent();
    expect(lookUpPlain(path)).not.toBe(later);
  });

  it("looks up an entry again after this process changed something", () => {
    const path = join(root, "a/b/file.txt");
    const found = lookUpPlain(path);
    forgetFoundEntries();
    expect(lookUpPlain(path)).not.toBe(found);
  });

  it("looks up a missing entry again", () => {
    const path = join(root, "a/b/new.txt");
    expect(lookUpPlain(path)).toEqual({ path });
    writeFileSync(path, "new\n");
    expect(lookUpPlain(path)?.stat?.size).toBe(4);
  });

  it("finds a folder that was removed and created again", () => {
    mkdirSync(join(root, "empty"));
    expect(lookUpPlain(join(root, "empty/file.txt"))).toEqual({ path: join(root, "empty/file.txt") });
    rmdirSync(join(root, "empty"));
    expect(lookUpPlain(join(root, "empty/file.txt"))).toBeUndefined();
    mkdirSync(join(root, "empty"));
    writeFileSync(join(root, "empty/file.txt"), "new\n");
    expect(lookUpPlain(join(root, "empty/file.txt"))?.stat?.size).toBe(4);
  });

  it("keeps one descriptor of a folder until the next event, and none afterwards", async () => {
    await nextEvent();
    const before = openDescriptors();
    for (let index = 0; index < 100; index += 1) lookUpPlain(join(root, "a/b", `${index}.txt`));
    expect(openDescriptors()).toBe(before + 1);
    await nextEvent();
    expect(openDescriptors()).toBe(before);
  });

  it("keeps a bounded number of descriptors", async () => {
    await nextEvent();
    const before = openDescriptors();
    for (let index = 0; index < 40; index += 1) {
      mkdirSync(join(root, `folder-${index}`));
      lookUpPlain(join(root, `folder-${index}`, "file.txt"));
    }
    expect(openDescriptors() - before).toBeLessThanOrEqual(16);
    await nextEvent();
    expect(openDescriptors()).toBe(before);
  });
});

describe.runIf(process.platform === "linux")("anchorDirectory", () => {
  it("uses an open folder, which stays open for it after the event", async () => {
    await nextEvent();
    const before = openDescriptors();
    lookUpPlain(join(root, "a/b/file.txt"));
    const anchor = await anchorDirectory(join(root, "a/b"));
    await nextEvent();
    expect(openDescriptors()).toBe(before + 1);
    expect(readdirSync(await anchor.self()).sort()).toEqual(["alias.txt", "file.txt"]);
    anchor.close();
    expect(openDescriptors()).toBe(before);
  });

  it("refuses a folder that became a symlink after it was looked up", async () => {
    lookUpPlain(join(root, "a/b/file.txt"));
    renameSync(join(root, "a/b"), join(root, "a/c"));
    symlinkSync("c", join(root, "a/b"));
    await expect(anchorDirectory(join(root, "a/b"))).rejects.toMatchObject({
      code: "changed-since-approval",
    });
  });
});

describe.runIf(process.platform === "linux")("anchorDirectory after a look-up of the same event", () => {
  const lookUp = () => lookUpPlain(join(root, "a/b/file.txt"))?.stat;
  const swapFolder = () => {
    renameSync(join(root, "a/b"), join(root, "a/c"));
    mkdirSync(join(root, "elsewhere"));
    symlinkSync("../elsewhere", join(root, "a/b"));
  };

  it("stays in the folder that was looked up, whatever its path leads to", async () => {
    const found = lookUp();
    swapFolder();
    const anchor = await anchorDirectory(join(root, "a/b"), found);
    expect(readdirSync(await anchor.self()).sort()).toEqual(["alias.txt", "file.txt"]);
    anchor.close();
  });

  it("checks the path again after the event", async () => {
    const found = lookUp();
    await nextEvent();
    swapFolder();
    await expect(anchorDirectory(join(root, "a/b"), found)).rejects.toMatchObject({
      code: "changed-since-approval",
    });
  });

  it("checks the path again after this process renamed something", async () => {
    const found = lookUp();
    forgetFoundEntries();
    swapFolder();
    await expect(anchorDirectory(join(root, "a/b"), found)).rejects.toMatchObject({
      code: "changed-since-approval",
    });
  });
});

describe.runIf(process.platform === "linux")(
  "openFile of a file that replaced another after its look-up",
  () => {
    const path = () => join(root, "a/b/file.txt");
    const openFound = async () => {
      const found = lookUpPlain(path());
      if (found === undefined) throw new Error("There is no plain file.");
      return async () => {
        const directory = await localFileSystem().openDirectory(join(root, "a/b"), { found });
        onTestFinished(() => directory.close());
        const handle = await directory.openFile("file.txt");
        onTestFinished(() => handle.close());
        return handle.stat;
      };
    };

    it("opens it where it has no other name", async () => {
      const open = await openFound();
      writeFileSync(join(root, "a/b/next.txt"), "longer\n");
      renameSync(join(root, "a/b/next.txt"), path());
      expect(await open()).toMatchObject({ size: 7 });
    });

    it("refuses it where it is a second name of a file elsewhere, which was not judged", async () => {
      writeFileSync(join(root, "secret"), "KEY=1\n");
      const open = await openFound();
      rmSync(path());
      linkSync(join(root, "secret"), path());
      await expect(open()).rejects.toMatchObject({ code: "changed-since-approval" });
    });

    it("refuses it where it is a symlink", async () => {
      const open = await openFound();
      rmSync(path());
      symlinkSync(join(root, "a"), path());
      await expect(open()).rejects.toMatchObject({ code: "changed-since-approval" });
    });
  },
);
