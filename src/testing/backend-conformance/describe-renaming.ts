import type { SeedEntry } from "../seed-entry.js";
import type { TestRunner } from "../test-runner.js";
import type { BackendFactory } from "./backend-under-test.js";
import { expectValue } from "./expectation.js";
import {
  type BenchCase,
  benchCase,
  codeOf,
  declareCases,
  listing,
  pathOfFailure,
  put,
  take,
} from "./test-bench.js";

const TREE = {
  file: "file",
  other: "other",
  "folder/inner": "inner",
  "folder/deep/leaf": "leaf",
  "full/something": "x",
  "empty/": { directory: true },
  link: { symlinkTo: "file" },
} satisfies Record<string, SeedEntry>;

const REFUSALS: readonly (readonly [source: string, target: string, code: string])[] = [
  ["missing", "anything", "not-found"],
  ["missing", "file", "not-found"],
  ["file", "folder", "not-a-file"],
  ["file", "empty", "not-a-file"],
  ["folder", "file", "not-a-directory"],
  ["folder", "link", "not-a-directory"],
  ["folder", "full", "io-error"],
];

const NAMED: readonly (readonly [source: string, target: string, about: string])[] = [
  ["missing", "anything", "missing"],
  ["file", "folder", "folder"],
  ["folder", "full", "full"],
];

const CASES: readonly BenchCase[] = [
  benchCase("renames a file", TREE, async ({ open, expect }) => {
    const directory = await open();
    const before = await directory.stat("file");
    await directory.rename("file", { name: "renamed" });
    expect(await directory.stat("file")).toBe(undefined);
    expect(await take(directory, "renamed")).toBe("file");
    expect((await directory.stat("renamed"))?.identity).toBe(before?.identity);
  }),

  benchCase("moves a file to another folder", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.rename("file", { directory: await open("folder/deep"), name: "moved" });
    expect(await take(await open("folder/deep"), "moved")).toBe("file");
    expect(await directory.stat("file")).toBe(undefined);
  }),

  benchCase("replaces a file atomically", TREE, async ({ open, expect }) => {
    const directory = await open();
    const source = await directory.stat("file");
    let gone = 0;
    let watching = true;
    const watch = (async () => {
      while (watching) if ((await directory.stat("other")) === undefined) gone += 1;
    })();
    await directory.rename("file", { name: "other" });
    watching = false;
    await watch;
    expect(gone).toBe(0);
    expect(await take(directory, "other")).toBe("file");
    expect((await directory.stat("other"))?.identity).toBe(source?.identity);
    expect(await directory.stat("file")).toBe(undefined);
  }),

  benchCase("replaces a symlink, not its target", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.rename("other", { name: "link" });
    expect((await directory.stat("link"))?.type).toBe("file");
    expect(await take(directory, "file")).toBe("file");
  }),

  benchCase("moves a symlink unchanged", TREE, async ({ open, files, at, expect }) => {
    const directory = await open();
    await directory.rename("link", { name: "moved" });
    expect((await directory.stat("moved"))?.type).toBe("symlink");
    expect((await files.resolve(at("moved"))).path).toBe(at("file"));
    expect(await directory.stat("link")).toBe(undefined);
  }),

  benchCase("moves a folder with its content", TREE, async ({ open, files, at, expect }) => {
    const directory = await open();
    const before = await directory.stat("folder");
    await directory.rename("folder", { directory: await open("full"), name: "here" });
    expect(await take(await open("full/here/deep"), "leaf")).toBe("leaf");
    expect((await (await open("full")).stat("here"))?.identity).toBe(before?.identity);
    expect((await files.resolve(at("folder/inner"))).stat).toBe(undefined);
    expect(await codeOf(files.openDirectory(at("folder")))).toBe("not-found");
  }),

  benchCase("moves a folder that has just changed", TREE, async ({ open, expect }) => {
    const [directory, folder] = [await open(), await open("folder")];
    await put(folder, "new", "new");
    await folder.removeFile("inner");
    await directory.rename("folder", { name: "moved" });
    expect(await listing(await open("moved"))).toEqual(["deep directory", "new file"]);
    await directory.rename("moved", { name: "folder" });
    expect(await listing(await open("folder"))).toEqual(["deep directory", "new file"]);
  }),

  benchCase("replaces an empty folder", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.rename("folder", { name: "empty" });
    expect(await listing(await open("empty"))).toEqual(["deep directory", "inner file"]);
  }),

  benchCase("does nothing when the name stays", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.rename("file", { name: "file" });
    await directory.rename("folder", { name: "folder" });
    expect(await take(directory, "file")).toBe("file");
    expect(await listing(await open("folder"))).toEqual(["deep directory", "inner file"]);
  }),

  benchCase("frees the old name", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.rename("folder", { name: "aside" });
    await directory.makeDirectory("folder");
    expect(await listing(await open("folder"))).toEqual([]);
    expect(await listing(await open("aside"))).toEqual(["deep directory", "inner file"]);
  }),
  ...REFUSALS.map(([source, target, code]) =>
    benchCase(`refuses ${source} to ${target} with ${code}`, TREE, async ({ open, expect }) => {
      const directory = await open();
      const before = await listing(directory);
      expect(await codeOf(directory.rename(source, { name: target }))).toBe(code);
      expect(await listing(directory)).toEqual(before);
    }),
  ),
  ...NAMED.map(([source, target, about]) =>
    benchCase(`reports ${about} as the reason why ${source} cannot become ${target}`, TREE, async (bench) => {
      const directory = await bench.open();
      const path = await pathOfFailure(directory.rename(source, { name: target }));
      bench.expect(path).toBe(bench.at(about));
    }),
  ),

  benchCase("reports the target if its folder was removed", TREE, async (bench) => {
    const [directory, empty] = [await bench.open(), await bench.open("empty")];
    await directory.removeDirectory("empty");
    const path = await pathOfFailure(directory.rename("file", { directory: empty, name: "x" }));
    bench.expect(path).toBe(bench.at("empty/x"));
  }),

  ...["other", "empty", "full", "link"].map((taken) =>
    benchCase(`does not replace ${taken} with whenTaken refuse`, TREE, async ({ open, expect }) => {
      const directory = await open();
      const before = await directory.stat(taken);
      for (const source of ["file", "folder"]) {
        const attempt = directory.rename(source, { name: taken, whenTaken: "refuse" });
        expect(await codeOf(attempt)).toBe("already-exists");
      }
      expect((await directory.stat(taken))?.identity).toBe(before?.identity);
      expect(await take(directory, "file")).toBe("file");
      expect(await listing(await open("folder"))).toEqual(["deep directory", "inner file"]);
    }),
  ),

  benchCase("accepts a free name with whenTaken refuse", TREE, async ({ open, expect }) => {
    const directory = await open();
    await directory.rename("file", { directory: await open("folder"), name: "free", whenTaken: "refuse" });
    expect(await take(await open("folder"), "free")).toBe("file");
    expect(await codeOf(directory.rename("missing", { name: "x", whenTaken: "refuse" }))).toBe("not-found");
  }),

  benchCase("refuses to move a folder into itself", TREE, async ({ open, expect }) => {
    const directory = await open();
    const deep = await open("folder/deep");
    expect(await codeOf(directory.rename("folder", { directory: deep, name: "x" }))).toBe("io-error");
    expect(await take(deep, "leaf")).toBe("leaf");
  }),

  benchCase("refuses to replace a folder above the source", TREE, async ({ open, expect }) => {
    const [directory, folder] = [await open(), await open("folder")];
    expect(await codeOf(folder.rename("deep", { directory, name: "folder" }))).toBe("io-error");
    expect(await listing(folder)).toEqual(["deep directory", "inner file"]);
  }),

  benchCase("refuses a folder that was removed", TREE, async ({ open, expect }) => {
    const [directory, empty] = [await open(), await open("empty")];
    await directory.removeDirectory("empty");
    expect(await codeOf(directory.rename("file", { directory: empty, name: "x" }))).toBe("not-found");
    expect(await take(directory, "file")).toBe("file");
  }),
];

/** Declares tests for the promises of `DirectoryHandle.rename`. */
export function describeRenaming(factory: BackendFactory, runner: TestRunner): void {
  runner.describe("rename", () => {
    declareCases(factory, runner, CASES);

    runner.it("refuses the folder of another backend", async () => {
      const one = await factory.create(TREE);
      const two = await factory.create(TREE);
      const source = await one.backend.files.openDirectory(one.root);
      const foreign = { ...(await two.backend.files.openDirectory(two.root)), path: two.root };
      try {
        expectValue(await codeOf(source.rename("file", { directory: foreign as never, name: "x" }))).toBe(
          "not-supported",
        );
        expectValue(await take(source, "file")).toBe("file");
      } finally {
        await source.close();
        await one.dispose?.();
        await two.dispose?.();
      }
    });
  });
}
