import { chmod, link, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import { type Backend, type FileOperation, ToolError } from "../../../src/contract/index.js";
import { createWorkspace, isTemporaryName } from "../../../src/workspace/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { interferedBackend } from "../faulty-backend.js";
import { treeSnapshot } from "../tree-snapshot.js";
import { fixture, newSession } from "../workspace-fixture.js";

const append =
  (line: string) =>
  ({ text }: { readonly text: string }) =>
    `${text}${line}\n`;

describe("applyTogether", () => {
  it("creates, updates, deletes and moves files together, and reports the changes", async () => {
    const { root, files, changes } = await fixture({
      "a.txt": "a\n",
      "b.txt": "b\n",
      "c.txt": "c\n",
      "d.sh": "d\n",
    });
    await chmod(join(root, "d.sh"), 0o755);
    const applied = await files.applyTogether([
      { type: "create", path: "new/n.txt", text: "n\n" },
      { type: "update", path: "a.txt", update: append("more") },
      { type: "delete", path: "b.txt" },
      { type: "move", path: "c.txt", destination: "moved/c.txt" },
      { type: "move", path: "d.sh", destination: "moved/d.sh", update: append("more") },
    ]);
    expect(
      applied.map(({ type, location, destination, before, after }) => ({
        type,
        path: location.path,
        to: destination?.path,
        before,
        after,
      })),
    ).toEqual([
      { type: "create", path: join(root, "new/n.txt"), to: undefined, before: undefined, after: "n\n" },
      { type: "update", path: join(root, "a.txt"), to: undefined, before: "a\n", after: "a\nmore\n" },
      { type: "delete", path: join(root, "b.txt"), to: undefined, before: "b\n", after: undefined },
      {
        type: "move",
        path: join(root, "c.txt"),
        to: join(root, "moved/c.txt"),
        before: undefined,
        after: undefined,
      },
      {
        type: "move",
        path: join(root, "d.sh"),
        to: join(root, "moved/d.sh"),
        before: "d\n",
        after: "d\nmore\n",
      },
    ]);
    expect(await treeSnapshot(root)).toEqual({
      "a.txt": "file 644 a\nmore\n",
      moved: "folder 755",
      "moved/c.txt": "file 644 c\n",
      "moved/d.sh": "file 755 d\nmore\n",
      new: "folder 755",
      "new/n.txt": "file 644 n\n",
    });
    expect(changes).toEqual([
      { type: "create", path: join(root, "new/n.txt") },
      { type: "update", path: join(root, "a.txt") },
      { type: "delete", path: join(root, "b.txt") },
      { type: "move", path: join(root, "moved/c.txt"), movedFrom: join(root, "c.txt") },
      { type: "move", path: join(root, "moved/d.sh"), movedFrom: join(root, "d.sh") },
    ]);
  });

  it("shows the same state to all updates, and writes nothing when one refuses", async () => {
    const { root, files, changes } = await fixture({ "a.txt": "a\n", "b.txt": "b\n" });
    const before = await treeSnapshot(root);
    const seen: string[] = [];
    const refuse = ({ text }: { readonly text: string }): string => {
      seen.push(text);
      throw new ToolError("the third hunk does not match", { code: "no-match" });
    };
    const group = files.applyTogether([
      { type: "create", path: "new/n.txt", text: "n\n" },
      {
        type: "update",
        path: "a.txt",
        update: ({ text }) => {
          seen.push(text);
          return "changed";
        },
      },
      { type: "update", path: "b.txt", update: refuse },
    ]);
    await expect(group).rejects.toMatchObject({ code: "no-match", message: "the third hunk does not match" });
    expect(seen).toEqual(["a\n", "b\n"]);
    expect(await treeSnapshot(root)).toEqual(before);
    expect(changes).toEqual([]);
  });

  it("reports no change for an update that changes nothing", async () => {
    const { root, files, changes } = await fixture({ "a.txt": "a\n", "b.txt": "b\n" });
    const { ino } = await stat(join(root, "a.txt"));
    const applied = await files.applyTogether([
      { type: "update", path: "a.txt", update: ({ text }) => text },
      { type: "update", path: "b.txt", update: append("more") },
    ]);
    expect(applied[0]).toMatchObject({ before: "a\n", after: "a\n" });
    expect((await stat(join(root, "a.txt"))).ino).toBe(ino);
    expect(changes).toHaveLength(1);
    await files.applyTogether([{ type: "update", path: "a.txt", update: ({ text }) => text }]);
    expect(changes).toHaveLength(1);
  });

  it("keeps encoding, line ends and mode of what it updates", async () => {
    const utf16 = Buffer.from("\ufeffone\r\ntwo\n", "utf16le");
    const { root, files } = await fixture({ "a.txt": utf16, "b.sh": "\ufeffx\r\n" });
    await chmod(join(root, "b.sh"), 0o755);
    const upper = ({ text }: { readonly text: string }) => text.toUpperCase();
    await files.applyTogether([
      { type: "update", path: "a.txt", update: upper },
      { type: "move", path: "b.sh", destination: "c.sh", update: upper },
    ]);
    expect((await readFile(join(root, "a.txt"))).equals(Buffer.from("\ufeffONE\r\nTWO\n", "utf16le"))).toBe(
      true,
    );
    expect(await readFile(join(root, "c.sh"), "utf8")).toBe("\ufeffX\r\n");
    expect((await stat(join(root, "c.sh"))).mode & 0o777).toBe(0o755);
  });

  it("overwrites with a move only on request", async () => {
    const { root, files } = await fixture({ "a.txt": "a", "b.txt": "b", "c.txt": "c", "d.txt": "d" });
    const move = { type: "move", path: "a.txt", destination: "b.txt" } as const;
    await expect(files.applyTogether([move])).rejects.toMatchObject({ code: "already-exists" });
    await files.applyTogether([
      { ...move, overwrite: true },
      { type: "move", path: "c.txt", destination: "d.txt", overwrite: true, update: () => "changed" },
    ]);
    expect(await treeSnapshot(root)).toEqual({ "b.txt": "file 644 a", "d.txt": "file 644 changed" });
    await files.undo();
    expect(await treeSnapshot(root)).toEqual({
      "a.txt": "file 644 a",
      "b.txt": "file 644 b",
      "c.txt": "file 644 c",
      "d.txt": "file 644 d",
    });
  });

  it("removes a symlink itself", async () => {
    const { root, files } = await fixture({ "a.txt": "a" });
    await symlink("a.txt", join(root, "link"));
    await files.applyTogether([{ type: "delete", path: "link" }]);
    expect(await readdir(root)).toEqual(["a.txt"]);
  });

  const update = (path: string): FileOperation => ({ type: "update", path, update: append("x") });
  const create = (path: string): FileOperation => ({ type: "create", path, text: "x" });
  const remove = (path: string): FileOperation => ({ type: "delete", path });
  const move = (path: string, destination: string): FileOperation => ({ type: "move", path, destination });

  it.each<[string, readonly FileOperation[], string]>([
    ["nothing to do", [], "no-change"],
    ["a file twice", [update("a.txt"), remove("a.txt")], "invalid-input"],
    ["a file by two spellings", [update("a.txt"), update("./d/../a.txt")], "invalid-input"],
    ["a file by its symlink", [update("a.txt"), update("link")], "invalid-input"],
    ["a file by its hard link", [update("a.txt"), update("hard")], "invalid-input"],
    ["the destination of a move", [move("a.txt", "x"), create("x")], "invalid-input"],
    ["the source of a move", [move("a.txt", "x"), create("a.txt")], "already-exists"],
    ["a file that is a folder for another", [create("n"), create("n/x")], "invalid-input"],
    ["a file in place of a folder that is needed", [remove("a.txt"), create("a.txt/x")], "not-a-directory"],
    ["a file that is there", [update("b.txt"), create("a.txt")], "already-exists"],
    ["a file that is not there", [create("n"), update("missing")], "not-found"],
    ["a delete of what is not there", [create("n"), remove("missing")], "not-found"],
    ["a folder", [create("n"), remove("d")], "not-a-file"],
    ["a move of a folder", [create("n"), move("d", "e")], "not-a-file"],
    ["an update of a folder", [create("n"), update("d")], "not-a-file"],
    ["a file that does not decode", [create("n"), update("latin1")], "not-utf8"],
    ["a path outside", [create("n"), create("/etc/collet-x")], "external-directory"],
    ["a path that leads outside", [create("n"), create("../x")], "external-directory"],
    ["a protected place", [create("n"), create(".git/hooks/pre-commit")], "protected-path"],
    ["a secret to read", [create("n"), update(".env")], "reading-secret-file"],
    ["a secret to launder", [create("n"), move(".env", "env.txt")], "reading-secret-file"],
    ["half a character", [update("a.txt"), { type: "create", path: "n", text: "\ud800" }], "invalid-input"],
  ])("refuses %s, with nothing changed", async (_, operations, code) => {
    const { root, files, changes } = await fixture({
      "a.txt": "a",
      "b.txt": "b",
      "d/x": "1",
      ".env": "K=CANARY",
      latin1: Buffer.from("caf\xe9", "latin1"),
    });
    await symlink("a.txt", join(root, "link"));
    await link(join(root, "a.txt"), join(root, "hard"));
    const before = await treeSnapshot(root);
    await expect(files.applyTogether(operations)).rejects.toMatchObject({ code });
    expect(await treeSnapshot(root)).toEqual(before);
    expect(changes).toEqual([]);
  });

  it("refuses files that changed since the session read them", async () => {
    const { root, files } = await fixture({ "a.txt": "a", "b.txt": "b" });
    await files.readText("b.txt");
    await writeFile(join(root, "b.txt"), "theirs");
    for (const operation of [update("b.txt"), remove("b.txt")]) {
      await expect(files.applyTogether([update("a.txt"), operation])).rejects.toMatchObject({
        code: "stale-file",
        absolutePath: join(root, "b.txt"),
      });
    }
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("a");
  });

  it("rolls back when another process changes a file at the last moment", async () => {
    let root = "";
    let renames = 0;
    const late = interferedBackend(localBackend(), async (step) => {
      if (step === "rename" && root !== "" && ++renames === 2) await writeFile(join(root, "c.txt"), "THEIRS");
    });
    const workspace = await fixture({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" }, { backend: late });
    root = workspace.root;
    const group = workspace.files.applyTogether([
      { type: "create", path: "x/new.txt", text: "new" },
      update("a.txt"),
      remove("b.txt"),
      update("c.txt"),
    ]);
    await expect(group).rejects.toMatchObject({ code: "stale-file", absolutePath: join(root, "c.txt") });
    expect(await treeSnapshot(root)).toEqual({
      "a.txt": "file 644 a\n",
      "b.txt": "file 644 b\n",
      "c.txt": "file 644 THEIRS",
    });
    expect(workspace.changes).toEqual([]);
  });

  it("names the file that could not be rolled back", async () => {
    let broken = false;
    let isRepaired = false;
    const backend = interferedBackend(localBackend(), (step) => {
      if (step === "syncDirectory") broken = !isRepaired;
      if (broken && step === "createFile") throw new ToolError("injected", { code: "no-space" });
      if (broken && step === "syncDirectory") throw new ToolError("the disk is gone", { code: "io-error" });
    });
    const { root, files, call } = await fixture({ "a.txt": "a\n", "b.txt": "b\n" }, { backend });
    const group = files.applyTogether([update("a.txt"), remove("b.txt")]);
    await expect(group).rejects.toMatchObject({
      code: "half-done",
      message: expect.stringMatching(
        /the disk is gone[\s\S]*'.*a\.txt' is in its state after the change[\s\S]*'.*b\.txt' does not exist/,
      ),
      outcomes: [
        { path: join(root, "a.txt"), state: "new" },
        { path: join(root, "b.txt"), state: "set-aside", keptAs: expect.stringMatching(/^\.collet-/) },
      ],
    });
    isRepaired = true;
    broken = false;
    // The next change of one of the files completes the group.
    await call().updateText("a.txt", ({ text }) => ({ text: `${text}on\n` }));
    expect(await readdir(root)).toEqual(["a.txt"]);
  });

  it("takes the locks of all files in one order, so that groups do not deadlock", async () => {
    const { root, call } = await fixture(Object.fromEntries([..."abcdef"].map((name) => [name, "0"])));
    const increment = (path: string): FileOperation => ({
      type: "update",
      path,
      update: ({ text }) => String(Number(text) + 1),
    });
    const orders = ["abc", "cba", "bdf", "fda", "ecb", "fedcba"];
    const groups = Array.from({ length: 30 }, (_, index) =>
      call({ session: newSession(root) }).applyTogether(
        [...(orders[index % orders.length] ?? "")].map(increment),
      ),
    );
    await Promise.all(groups);
    const counts = await Promise.all([..."abcdef"].map((name) => readFile(join(root, name), "utf8")));
    const expected = [..."abcdef"].map((name) =>
      String(orders.filter((order) => order.includes(name)).length * 5),
    );
    expect(counts).toEqual(expected);
  });

  it("does all or nothing for any group and any failing step", async () => {
    const present = ["a", "b", "c", "sub/e"];
    const free = ["d", "new/f", "new/deep/g", "sub/h"];
    const append =
      (line: string) =>
      ({ text }: { readonly text: string }) =>
        `${text}${line}\n`;
    const text = fc.constantFrom("", "created\n");
    const operationOn = (path: string, target: string): fc.Arbitrary<FileOperation> =>
      fc.oneof(
        text.map((created) => ({ type: "create" as const, path: target, text: created })),
        fc
          .constantFrom(append("updated"), ({ text: same }: { readonly text: string }) => same)
          .map((change) => ({ type: "update" as const, path, update: change })),
        fc.constant({ type: "delete" as const, path }),
        fc.constant({ type: "move" as const, path, destination: target }),
        fc.constant({ type: "move" as const, path, destination: target, update: append("moved") }),
      );
    // Mostly groups that can succeed, with separate files; sometimes one that uses a file of another.
    const groups = fc
      .tuple(fc.shuffledSubarray(present, { minLength: 1 }), fc.shuffledSubarray(free, { minLength: 4 }))
      .chain(([paths, targets]) =>
        fc.tuple(...paths.map((path, index) => operationOn(path, targets[index] ?? ""))),
      )
      .chain((group) =>
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(group) },
          { weight: 1, arbitrary: operationOn("a", "b").map((extra) => [...group, extra]) },
          {
            weight: 1,
            arbitrary: fc.constant([
              { type: "move" as const, path: "a", destination: "c", overwrite: true },
              ...group.filter((one) => !["a", "c"].includes(one.path)),
            ]),
          },
        ),
      );
    const root = await temporaryFolder();
    let succeeded = 0;
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(
        groups,
        fc.nat({ max: 120 }),
        fc.constantFrom("no-space", "io-error", "access-denied"),
        async (operations, failing, code) => {
          await rm(root, { recursive: true, force: true });
          const { files, changes } = await workspaceAt(root, present, failing, code);
          const before = await treeSnapshot(root);
          const outcome = await files.applyTogether(operations).then(
            () => "done",
            (error: ToolError) => error.code,
          );
          const after = await treeSnapshot(root);
          expect(Object.keys(after).filter((name) => isTemporaryName(name.split("/").at(-1) ?? ""))).toEqual(
            [],
          );
          if (outcome !== "done") {
            failed += 1;
            expect(after).toEqual(before);
            expect(changes).toEqual([]);
            return;
          }
          succeeded += 1;
          expect(withoutFolders(after)).toEqual(withoutFolders(expectedTree(before, operations)));
          if (changes.length === 0) return;
          // The failure may come only now; then the undo changes nothing either.
          const undone = await files.undo().catch((error: ToolError) => error.code);
          if (undone === "nothing-to-undo") {
            // A file that may be removed but not read cannot be restored.
            expect(code).toBe("access-denied");
            return;
          }
          if (undone === code) {
            expect(await treeSnapshot(root)).toEqual(after);
            await files.undo();
          }
          // A created folder that cannot be removed does not make an undo fail.
          expect(withoutFolders(await treeSnapshot(root))).toEqual(withoutFolders(before));
        },
      ),
      { numRuns: 80 },
    );
    expect(succeeded).toBeGreaterThan(20);
    expect(failed).toBeGreaterThan(20);
  });

  it("works on any backend", async () => {
    const backend = memoryBackend({ files: { "/w/a.txt": "a\n", "/w/b.txt": "b\n" } });
    const files = createWorkspace({ backend, roots: ["/w"] }).files({
      session: newSession("/w"),
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: () => {},
    });
    await files.applyTogether([update("a.txt"), move("b.txt", "c/b.txt"), create("d.txt")]);
    expect(Object.keys(backend.snapshot())).toEqual(["/w/a.txt", "/w/c/b.txt", "/w/d.txt"]);
    await files.undo();
    expect(Object.keys(backend.snapshot())).toEqual(["/w/a.txt", "/w/b.txt"]);
  });
});

/** A workspace whose file system fails once, at its n-th step. */
async function workspaceAt(root: string, names: readonly string[], failing: number, code: string) {
  await mkdir(join(root, "sub"), { recursive: true });
  for (const name of names) await writeFile(join(root, name), `${name}\n`);
  let seen = 0;
  const backend: Backend = interferedBackend(localBackend(), (step) => {
    seen += 1;
    if (seen === failing) throw new ToolError(`injected into ${step}`, { code });
  });
  return fixture({}, { backend, roots: [root] }).then(({ call, changes }) => ({
    files: call({ session: newSession(root) }),
    changes,
  }));
}

function withoutFolders(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([, entry]) => !entry.startsWith("folder")));
}

/** The expected result of a group, computed on the names alone. */
function expectedTree(
  before: Readonly<Record<string, string>>,
  operations: readonly FileOperation[],
): Record<string, string> {
  const tree = { ...before };
  const updated = (path: string, update?: (file: never) => unknown) =>
    update === undefined ? (before[path] ?? "") : String(update({ text: before[path] } as never));
  for (const operation of operations) {
    const { path } = operation;
    if (operation.type === "create") tree[path] = `file 644 ${operation.text}`;
    if (operation.type === "update") tree[path] = updated(path, operation.update);
    if (operation.type === "delete" || operation.type === "move") delete tree[path];
    if (operation.type === "move") tree[operation.destination] = updated(path, operation.update);
  }
  return tree;
}
