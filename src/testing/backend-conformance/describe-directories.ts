import { keepsGuarantees } from "../../contract/index.js";
import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import {
  type BenchCase,
  benchCase,
  codeOf,
  declareCases,
  listing,
  needing,
  put,
  take,
} from "./test-bench.js";

const BAD_NAMES = ["", ".", "..", "a/b", "/", "a\0b"];

const TREE = {
  file: "content",
  "folder/inner": "x",
  "empty/": { directory: true },
  link: { symlinkTo: "folder" },
  dangling: { symlinkTo: "nowhere" },
} satisfies Record<string, SeedEntry>;

const HANDLE: readonly BenchCase[] = [
  benchCase("lists names with their types", TREE, async ({ open, expect }) => {
    expect(await listing(await open())).toEqual([
      "dangling symlink",
      "empty directory",
      "file file",
      "folder directory",
      "link symlink",
    ]);
  }),

  benchCase("returns the facts of a name without following a symlink", TREE, async ({ open, expect }) => {
    const directory = await open();
    const types: unknown[] = [];
    for (const name of ["file", "folder", "link", "dangling", "missing"]) {
      types.push((await directory.stat(name))?.type);
    }
    expect(types).toEqual(["file", "directory", "symlink", "symlink", undefined]);
    expect((await directory.stat("file"))?.size).toBe(7);
    expect((await directory.stat("file"))?.links).toBe(1);
  }),

  benchCase("returns different identities for different objects", TREE, async ({ open, expect }) => {
    const directory = await open();
    const identities = new Set<unknown>();
    for (const name of ["file", "folder", "link", "dangling", "empty"]) {
      identities.add((await directory.stat(name))?.identity);
    }
    expect(identities.size).toBe(5);
    expect((await directory.stat("file"))?.identity).toBe((await directory.stat("file"))?.identity);
  }),

  benchCase("reads the target of a symlink, if supported", TREE, async ({ open, expect }) => {
    const directory = await open();
    if (directory.readLink === undefined) return;
    expect(await directory.readLink("link")).toBe("folder");
    expect(await directory.readLink("dangling")).toBe("nowhere");
    expect(await codeOf(directory.readLink("missing"))).toBe("not-found");
    expect(await codeOf(directory.readLink("file"))).toBe("io-error");
  }),

  ...BAD_NAMES.map((name) =>
    benchCase(
      `refuses the name ${JSON.stringify(name)} everywhere`,
      { good: "x" },
      async ({ open, expect }) => {
        const directory = await open();
        const attempts = [
          () => directory.stat(name),
          () => directory.openFile(name),
          () => directory.createFile(name, { mode: 0o644 }),
          () => directory.openForWriting(name),
          () => directory.makeDirectory(name),
          () => directory.openDirectory(name),
          () => directory.rename(name, { name: "other" }),
          () => directory.rename("good", { name }),
          () => directory.removeFile(name),
          () => directory.removeDirectory(name),
        ];
        for (const attempt of attempts) expect(await codeOf(attempt)).toBe("invalid-path");
        expect(await listing(directory)).toEqual(["good file"]);
      },
    ),
  ),
  benchCase("refuses a name that no file system accepts", {}, async ({ open, expect }) => {
    const directory = await open();
    expect(await codeOf(directory.createFile("n".repeat(256), { mode: 0o644 }))).toBe("invalid-path");
    expect(await codeOf(directory.createFile("é".repeat(128), { mode: 0o644 }))).toBe("invalid-path");
    await put(directory, "n".repeat(255), "");
    expect((await directory.list()).length).toBe(1);
  }),

  benchCase("opens a directory inside, and nothing else", TREE, async ({ open, at, expect }) => {
    const directory = await open();
    const inner = await directory.openDirectory("folder");
    expect(inner.path).toBe(at("folder"));
    expect(await listing(inner)).toEqual(["inner file"]);
    await inner.close();
    expect(await codeOf(directory.openDirectory("missing"))).toBe("not-found");
    expect(await codeOf(directory.openDirectory("file"))).toBe("not-a-directory");
    expect(await codeOf(directory.openDirectory("link"))).toBe("changed-since-approval");
  }),

  benchCase("creates a directory, and accepts an existing one", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.makeDirectory("new");
    await directory.makeDirectory("new");
    await directory.makeDirectory("folder");
    expect((await directory.stat("new"))?.type).toBe("directory");
    expect(await listing(await open("folder"))).toEqual(["inner file"]);
    expect(await codeOf(directory.makeDirectory("file"))).toBe("already-exists");
    expect(await codeOf(directory.makeDirectory("link"))).toBe("already-exists");
  }),

  benchCase("creates a directory with exactly the requested mode", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.makeDirectory("private", { mode: 0o700 });
    await directory.makeDirectory("shared", { mode: 0o777 });
    expect((await directory.stat("private"))?.mode).toBe(0o700);
    expect((await directory.stat("shared"))?.mode).toBe(0o777);
    await directory.makeDirectory("private", { mode: 0o755 });
    expect((await directory.stat("private"))?.mode).toBe(0o700);
  }),

  benchCase(
    "creates a symlink under an unused name, if supported",
    TREE,
    async ({ open, files, at, expect }) => {
      const directory = await open();
      if (directory.makeSymlink === undefined) return;
      await directory.makeSymlink("made", "folder/inner");
      await directory.makeSymlink("made-dangling", "/nowhere/at all");
      expect((await directory.stat("made"))?.type).toBe("symlink");
      expect((await files.resolve(at("made"))).path).toBe(at("folder/inner"));
      expect(await directory.readLink?.("made-dangling")).toBe("/nowhere/at all");
      for (const name of ["file", "folder", "link", "dangling", "made"]) {
        expect(await codeOf(directory.makeSymlink(name, "folder"))).toBe("already-exists");
      }
    },
  ),

  benchCase("removes a file or a symlink, and nothing else", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.removeFile("file");
    await directory.removeFile("link");
    expect(await listing(directory)).toEqual(["dangling symlink", "empty directory", "folder directory"]);
    expect(await listing(await open("folder"))).toEqual(["inner file"]);
    expect(await codeOf(directory.removeFile("file"))).toBe("not-found");
  }),

  benchCase("does not remove a directory as a file", TREE, async ({ open, expect }) => {
    const directory = await open();
    const code = await codeOf(directory.removeFile("empty"));
    // macOS reports EPERM, Linux EISDIR.
    expect(code === "not-a-file" || code === "access-denied").toBe(true);
    expect((await directory.stat("empty"))?.type).toBe("directory");
  }),

  benchCase("removes an empty directory, and nothing else", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.removeDirectory("empty");
    expect(await directory.stat("empty")).toBe(undefined);
    expect(await codeOf(directory.removeDirectory("empty"))).toBe("not-found");
    expect(await codeOf(directory.removeDirectory("folder"))).toBe("io-error");
    expect(await codeOf(directory.removeDirectory("file"))).toBe("not-a-directory");
    expect(await codeOf(directory.removeDirectory("link"))).toBe("not-a-directory");
    expect(await listing(await open("folder"))).toEqual(["inner file"]);
  }),

  benchCase("sees changes through another handle at once", TREE, async ({ open, expect }) => {
    const [one, two] = [await open("empty"), await open("empty")];
    await put(one, "made", "by one");
    expect(await take(two, "made")).toBe("by one");
    await two.removeFile("made");
    expect(await listing(one)).toEqual([]);
  }),

  benchCase("can be synced, and closed more than once", TREE, async ({ files, root }) => {
    const directory = await files.openDirectory(root);
    await directory.sync();
    await directory.close();
    await directory.close();
  }),
];

const OPEN_DIRECTORY: readonly BenchCase[] = needing({ directories: "anchored" }, [
  benchCase(
    "keeps working when it is renamed",
    { "a/file": "x", "b/": { directory: true } },
    async ({ open, expect }) => {
      const [top, handle] = [await open(), await open("a")];
      await top.rename("a", { directory: await open("b"), name: "moved" });
      await put(handle, "late", "written through the old handle");
      expect(await listing(handle)).toEqual(["file file", "late file"]);
      expect(await take(await open("b/moved"), "late")).toBe("written through the old handle");
      expect(await top.stat("a")).toBe(undefined);
    },
  ),

  benchCase(
    "keeps working when a folder above it is renamed",
    { "a/b/c/file": "x" },
    async ({ open, expect }) => {
      const [top, handle] = [await open(), await open("a/b/c")];
      await top.rename("a", { name: "z" });
      await handle.removeFile("file");
      await handle.makeDirectory("new");
      expect(await listing(await open("z/b/c"))).toEqual(["new directory"]);
    },
  ),

  benchCase(
    "never affects another directory that took its name",
    {
      "a/file": "old",
      "other/file": "other",
    },
    async ({ open, expect }) => {
      const [top, handle] = [await open(), await open("a")];
      await top.rename("a", { name: "aside" });
      await top.rename("other", { name: "a" });
      await handle.removeFile("file");
      expect(await take(await open("a"), "file")).toBe("other");
      expect(await listing(await open("aside"))).toEqual([]);
    },
  ),

  benchCase("contains nothing after its removal", { "a/": { directory: true } }, async ({ open, expect }) => {
    const [top, handle] = [await open(), await open("a")];
    await top.removeDirectory("a");
    expect(await handle.stat("file")).toBe(undefined);
    expect(await codeOf(handle.createFile("file", { mode: 0o644 }))).toBe("not-found");
    expect(await codeOf(handle.makeDirectory("folder"))).toBe("not-found");
    expect(await top.stat("a")).toBe(undefined);
  }),

  benchCase(
    "stays removed when the name is used again",
    { "a/": { directory: true } },
    async ({ open, expect }) => {
      const [top, handle] = [await open(), await open("a")];
      await top.removeDirectory("a");
      await top.makeDirectory("a");
      expect(await codeOf(handle.createFile("file", { mode: 0o644 }))).toBe("not-found");
      expect(await listing(await open("a"))).toEqual([]);
    },
  ),
]);

/** The weaker promise of a backend whose directories are found by their paths: see `BackendGuarantees`. */
const CHECKED_DIRECTORY: readonly BenchCase[] = needing({ directories: "checked" }, [
  benchCase(
    "never lets an opened directory affect another one that took its path",
    { "a/file": "old", "other/file": "other" },
    async ({ open, backend, expect }) => {
      const [top, handle] = [await open(), await open("a")];
      await top.rename("a", { name: "aside" });
      await top.rename("other", { name: "a" });
      const isAnchored = keepsGuarantees(backend, { directories: "anchored" });
      const expected = isAnchored ? "done" : "changed-since-approval";
      expect(await codeOf(put(handle, "new", "x"))).toBe(expected);
      expect(await codeOf(handle.removeFile("file"))).toBe(expected);
      expect(await listing(await open("a"))).toEqual(["file file"]);
      expect(await take(await open("a"), "file")).toBe("other");
      expect(await listing(await open("aside"))).toEqual(isAnchored ? ["new file"] : ["file file"]);
    },
  ),

  benchCase(
    "never lets an opened directory affect the target of a symlink that took its path",
    { "a/file": "old", "other/file": "other" },
    async ({ open, expect }) => {
      const [top, handle] = [await open(), await open("a")];
      if (top.makeSymlink === undefined) return;
      await top.rename("a", { name: "aside" });
      await top.makeSymlink("a", "other");
      await codeOf(handle.removeFile("file"));
      expect(await listing(await open("other"))).toEqual(["file file"]);
    },
  ),
]);

/** Declares tests for the promises of a `DirectoryHandle` about its entries. */
export function describeDirectories(factory: BackendFactory, runner: TestRunner): void {
  const declare = (cases: readonly BenchCase[]) => declareCases(factory, runner, cases);
  runner.describe("a directory handle", () => declare(HANDLE));
  runner.describe("an open directory", () => declare([...OPEN_DIRECTORY, ...CHECKED_DIRECTORY]));
}
