import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OverlayChange, overlayBackend } from "../../../src/backends/overlay/index.js";
import type { Backend } from "../../../src/contract/index.js";
import { put } from "../../../src/testing/backend-conformance/test-bench.js";
import { seedMemory } from "../backend-factories.js";
import { fileOperation, OperationRunner, START } from "../file-operations.js";

const ROOT = "/place";

const decode = (bytes: Uint8Array | undefined) =>
  bytes === undefined ? undefined : new TextDecoder().decode(bytes);

/** Changes in a form that is easy to compare. */
function summary(changes: readonly OverlayChange[]): string[] {
  return changes.map(({ type, of, path, movedFrom, before, after, mode, target }) =>
    [
      type,
      of,
      path.slice(ROOT.length + 1),
      ...(movedFrom === undefined ? [] : [`from ${movedFrom.slice(ROOT.length + 1)}`]),
      ...(before === undefined ? [] : [`before ${decode(before)}`]),
      ...(after === undefined ? [] : [`after ${decode(after)}`]),
      ...(mode?.before === undefined ? [] : [`mode ${mode.before.toString(8)} to ${mode.after.toString(8)}`]),
      ...(target === undefined ? [] : [`to ${target}`]),
    ].join(" | "),
  );
}

async function overlayOn(entries: Parameters<typeof seedMemory>[1]) {
  const overlay = overlayBackend(seedMemory(ROOT, entries));
  const open = (path = "") => overlay.files.openDirectory(overlay.files.path.join(ROOT, path));
  const changes = async () => summary(await overlay.changes());
  return { overlay, top: await open(), open, changes };
}

async function write(backend: Backend, path: string, text: string) {
  const directory = await backend.files.openDirectory(backend.files.path.dirname(path));
  const handle = await directory.openForWriting(backend.files.path.basename(path));
  await handle.truncate(0);
  await handle.write(new TextEncoder().encode(text), 0);
  await handle.close();
}

describe("the changes of an overlay", () => {
  const TREE = {
    file: "old",
    other: "other",
    "folder/one": "1",
    "folder/deep/two": "2",
    link: { symlinkTo: "file" },
  } as const;

  it("changes are empty at first, and after reading", async () => {
    const { overlay, top, changes } = await overlayOn(TREE);
    await (await top.openFile("file")).close();
    await top.list();
    await overlay.files.resolve(`${ROOT}/folder/one`);
    expect(await changes()).toEqual([]);
  });

  it("changes are empty when a file was opened for writing but not written to", async () => {
    const { top, changes } = await overlayOn(TREE);
    const handle = await top.openForWriting("file");
    expect(await changes()).toEqual([]);
    await handle.close();
    expect(await changes()).toEqual([]);
  });

  it("list created entries, with their content", async () => {
    const { top, changes } = await overlayOn(TREE);
    await put(top, "new", "fresh");
    await top.makeDirectory("made");
    await put(await top.openDirectory("made"), "inner", "x");
    await top.makeSymlink?.("pointer", "new");
    expect(await changes()).toEqual([
      "created | directory | made",
      "created | file | made/inner | after x",
      "created | file | new | after fresh",
      "created | symlink | pointer | to new",
    ]);
  });

  it("list files modified in place, with the content before and after", async () => {
    const { overlay, changes } = await overlayOn(TREE);
    await write(overlay, `${ROOT}/folder/deep/two`, "22");
    expect(await changes()).toEqual(["modified | file | folder/deep/two | before 2 | after 22"]);
  });

  it("list a file as modified that another one replaced, as in an atomic write", async () => {
    const { top, changes } = await overlayOn(TREE);
    await put(top, ".file.tmp", "new");
    await top.rename(".file.tmp", { name: "file" });
    expect(await changes()).toEqual(["modified | file | file | before old | after new"]);
  });

  it("omit files that were restored to their old content", async () => {
    const { overlay, top, changes } = await overlayOn(TREE);
    await write(overlay, `${ROOT}/file`, "else");
    await write(overlay, `${ROOT}/file`, "old");
    await top.rename("other", { name: "aside" });
    await top.rename("aside", { name: "other" });
    await top.removeFile("link");
    await top.makeSymlink?.("link", "file");
    expect(await changes()).toEqual([]);
  });

  it("list a change of the mode", async () => {
    const { top, changes } = await overlayOn(TREE);
    const handle = await top.openForWriting("file");
    await handle.setMode(0o755);
    await handle.close();
    expect(await changes()).toEqual(["modified | file | file | before old | after old | mode 644 to 755"]);
  });

  it("list deleted entries, each file of a folder with its content", async () => {
    const { top, open, changes } = await overlayOn(TREE);
    const deep = await open("folder/deep");
    const folder = await open("folder");
    await deep.removeFile("two");
    await folder.removeDirectory("deep");
    await folder.removeFile("one");
    await top.removeDirectory("folder");
    await top.removeFile("link");
    expect(await changes()).toEqual([
      "deleted | directory | folder",
      "deleted | directory | folder/deep",
      "deleted | file | folder/deep/two | before 2",
      "deleted | file | folder/one | before 1",
      "deleted | symlink | link",
    ]);
  });

  it("list a moved folder once, and its content only if it differs otherwise", async () => {
    const { overlay, top, open, changes } = await overlayOn(TREE);
    await top.rename("folder", { name: "moved" });
    await write(overlay, `${ROOT}/moved/one`, "11");
    await (await open("moved/deep")).removeFile("two");
    await put(await open("moved/deep"), "three", "3");
    expect(await changes()).toEqual([
      "deleted | file | folder/deep/two | before 2",
      "moved | directory | moved | from folder",
      "created | file | moved/deep/three | after 3",
      "modified | file | moved/one | before 1 | after 11",
    ]);
  });

  it("describe a moved and changed file by both", async () => {
    const { overlay, top, changes } = await overlayOn(TREE);
    await top.rename("file", { name: "renamed" });
    await write(overlay, `${ROOT}/renamed`, "new");
    await put(top, "file", "another");
    expect(await changes()).toEqual([
      "created | file | file | after another",
      "moved | file | renamed | from file | before old | after new",
    ]);
  });

  it("list a move over an existing file as a change of that file", async () => {
    const { top, changes } = await overlayOn(TREE);
    await top.rename("other", { name: "file" });
    expect(await changes()).toEqual([
      "modified | file | file | before old | after other",
      "deleted | file | other | before other",
    ]);
  });

  it("list two files that changed places", async () => {
    const { top, changes } = await overlayOn(TREE);
    await top.rename("file", { name: "aside" });
    await top.rename("other", { name: "file" });
    await top.rename("aside", { name: "other" });
    expect(await changes()).toEqual([
      "moved | file | file | from other | before other | after other",
      "moved | file | other | from file | before old | after old",
    ]);
  });

  it("list an entry replaced by one of another type", async () => {
    const { top, changes } = await overlayOn(TREE);
    await top.removeFile("file");
    await top.makeDirectory("file");
    await top.removeFile("link");
    await put(top, "link", "no link");
    expect(await changes()).toEqual([
      "deleted | file | file | before old",
      "created | directory | file",
      "deleted | symlink | link",
      "created | file | link | after no link",
    ]);
  });

  it("lead from the base to the overlay's tree after any operations", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fileOperation, { minLength: 1, maxLength: 40, size: "max" }),
        async (operations) => {
          const base = seedMemory(ROOT, START);
          const baseRunner = new OperationRunner(base.files, ROOT);
          const before = await baseRunner.tree();
          const overlay = overlayBackend(base);
          const runner = new OperationRunner(overlay.files, ROOT);
          await runner.start();
          for (const operation of operations) await runner.run(operation);
          expect(await baseRunner.tree()).toEqual(before);
          expect(applied(before, await overlay.changes())).toEqual(await runner.tree());
          await runner.close();
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  }, 600_000);
});

/** Applies changes to a tree in the form of `OperationRunner.tree`. */
function applied(tree: Record<string, string>, changes: readonly OverlayChange[]): Record<string, string> {
  const relative = (path: string) => path.slice(ROOT.length + 1);
  const rest = new Map(Object.entries(tree));
  const result = new Map<string, string>();
  for (const { type, path } of changes) if (type === "deleted") rest.delete(relative(path));
  const moves = changes.flatMap(({ path, movedFrom }) =>
    movedFrom === undefined ? [] : [{ from: relative(movedFrom), to: relative(path) }],
  );
  // Entries that were moved out of a moved folder come first.
  for (const { from, to } of moves.sort((left, right) => right.from.length - left.from.length)) {
    for (const [path, entry] of [...rest]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      rest.delete(path);
      result.set(to + path.slice(from.length), entry);
    }
  }
  for (const [path, entry] of rest) result.set(path, entry);
  for (const { type, of, path, after, mode, target } of changes) {
    if (type === "deleted") continue;
    const name = relative(path);
    if (of === "file") {
      const oldMode = /^file (\d+)/.exec(result.get(name) ?? "")?.[1];
      result.set(name, `file ${mode?.after.toString(8) ?? oldMode} ${decode(after)}`);
    } else if (type !== "moved") {
      result.set(name, of === "symlink" ? `symlink ${target}` : of);
    }
  }
  return Object.fromEntries(result);
}
