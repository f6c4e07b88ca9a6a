import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import type { ToolError, WorkspaceFiles } from "../../../src/contract/index.js";
import { createWorkspace } from "../../../src/workspace/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { treeSnapshot } from "../tree-snapshot.js";
import { fixture, newSession } from "../workspace-fixture.js";

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join("");
const code = (error: ToolError) => error.code;

describe("undo", () => {
  it("undoes an edit, byte for byte, and reports the restored content", async () => {
    const bytes = Buffer.from("\ufeffone\r\ntwo\n", "utf16le");
    const { root, files, changes } = await fixture({ "a.txt": bytes });
    await chmod(join(root, "a.txt"), 0o755);
    await files.updateText("a.txt", ({ text }) => ({ text: text.toUpperCase() }));
    const path = join(root, "a.txt");
    expect(await files.undo()).toEqual([
      { type: "update", path, before: "ONE\r\nTWO\n", after: "one\r\ntwo\n" },
    ]);
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o755);
    expect(changes.at(-1)).toEqual({ type: "update", path });
  });

  it("undoes a creation, with the folders that were created for it", async () => {
    const { root, files, changes } = await fixture({ "keep/x": "1" });
    await files.writeText("keep/new/deep/a.txt", "one");
    const path = join(root, "keep/new/deep/a.txt");
    expect(await files.undo()).toEqual([{ type: "create", path, before: "one" }]);
    expect(await readdir(root, { recursive: true })).toEqual(["keep", "keep/x"]);
    expect(changes.at(-1)).toEqual({ type: "delete", path });
  });

  it("leaves a folder that another process uses by now", async () => {
    const { root, files } = await fixture();
    await files.writeText("new/deep/a.txt", "one");
    await writeFile(join(root, "new/theirs.txt"), "x");
    await files.undo();
    expect((await readdir(root, { recursive: true })).sort()).toEqual(["new", "new/theirs.txt"]);
  });

  it("undoes an overwrite", async () => {
    const { root, files } = await fixture({ "a.bin": Buffer.from([0, 255, 10, 128]) });
    await files.writeText("a.bin", "text", { overwrite: true });
    expect(await files.undo()).toEqual([{ type: "update", path: join(root, "a.bin"), before: "text" }]);
    expect([...(await readFile(join(root, "a.bin")))]).toEqual([0, 255, 10, 128]);
  });

  it("undoes the removal of a file: bytes, mode, owner", async () => {
    const latin1 = Buffer.from("caf\xe9\r\n", "latin1");
    const { root, files, changes } = await fixture({ "d/a.sh": latin1 });
    const path = join(root, "d/a.sh");
    await chmod(path, 0o751);
    if (process.getuid?.() === 0) await chown(path, 1_234, 4_321);
    const before = await stat(path);
    await files.remove("d/a.sh");
    await rm(join(root, "d"), { recursive: true });
    expect(await files.undo({ path: "d/a.sh" })).toEqual([{ type: "delete", path }]);
    expect((await readFile(path)).equals(latin1)).toBe(true);
    const { mode, uid, gid } = await stat(path);
    expect({ mode, uid, gid }).toEqual({ mode: before.mode, uid: before.uid, gid: before.gid });
    expect(changes.at(-1)).toEqual({ type: "create", path });
  });

  it("undoes the removal of a symlink and of an empty folder", async () => {
    const { root, files } = await fixture({ "a.txt": "1" });
    await symlink("a.txt", join(root, "link"));
    await symlink("nowhere", join(root, "dangling"));
    await mkdir(join(root, "empty"), { mode: 0o700 });
    const before = await treeSnapshot(root);
    await files.remove("link");
    await files.remove("dangling");
    await files.remove("empty");
    for (let round = 0; round < 3; round += 1) await files.undo();
    expect(await treeSnapshot(root)).toEqual(before);
  });

  it("undoes the removal of a folder with everything in it", async () => {
    const { root, files } = await fixture({
      "d/a.txt": "1",
      "d/e/b.bin": Buffer.from([0, 255, 128]),
      "d/e/f/c.sh": "#!/bin/sh\r\n",
    });
    await chmod(join(root, "d/e/f/c.sh"), 0o755);
    await chmod(join(root, "d/e"), 0o700);
    await mkdir(join(root, "d/empty"));
    await symlink("../a.txt", join(root, "d/e/link"));
    await symlink("/nowhere", join(root, "d/dangling"));
    const before = await treeSnapshot(root);
    await files.remove("d", { recursive: true });
    expect(await readdir(root)).toEqual([]);
    // By the name of a file that was removed with it, too.
    expect(await files.undo({ path: "d/e/b.bin" })).toEqual([{ type: "delete", path: join(root, "d") }]);
    expect(await treeSnapshot(root)).toEqual(before);
  });

  it("undoes moves, even one that overwrote a file", async () => {
    const { root, files, changes } = await fixture({ "a.txt": "a", "b.txt": "b", "d/x": "1" });
    await chmod(join(root, "b.txt"), 0o640);
    const before = await treeSnapshot(root);
    await files.move("a.txt", "b.txt", { overwrite: true });
    await files.move("d", "new/e");
    await files.move("b.txt", "new/b.txt");
    expect(await files.undo()).toEqual([
      { type: "move", path: join(root, "b.txt"), movedBackFrom: join(root, "new/b.txt") },
    ]);
    expect(changes.at(-1)).toEqual({
      type: "move",
      path: join(root, "b.txt"),
      movedFrom: join(root, "new/b.txt"),
    });
    await files.undo();
    await files.undo();
    expect(await treeSnapshot(root)).toEqual(before);
  });

  it("undoes a complete group", async () => {
    const { root, files } = await fixture({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
    const before = await treeSnapshot(root);
    await files.applyTogether([
      { type: "update", path: "a.txt", update: () => "changed\n" },
      { type: "delete", path: "b.txt" },
      { type: "move", path: "c.txt", destination: "d/c.txt", update: () => "changed\n" },
      { type: "create", path: "d/e.txt", text: "new" },
    ]);
    expect(await files.undo({ path: "d/c.txt" })).toEqual([
      { type: "update", path: join(root, "a.txt"), before: "changed\n", after: "a\n" },
      { type: "delete", path: join(root, "b.txt"), after: "b\n" },
      {
        type: "move",
        path: join(root, "c.txt"),
        movedBackFrom: join(root, "d/c.txt"),
        before: "changed\n",
        after: "c\n",
      },
      { type: "create", path: join(root, "d/e.txt"), before: "new" },
    ]);
    expect(await treeSnapshot(root)).toEqual(before);
    expect(await files.undo().catch(code)).toBe("nothing-to-undo");
  });

  it("refuses a complete group when one of its files has changed", async () => {
    const { root, files } = await fixture({ "a.txt": "a\n", "b.txt": "b\n" });
    await files.applyTogether([
      { type: "update", path: "a.txt", update: () => "changed\n" },
      { type: "update", path: "b.txt", update: () => "changed\n" },
    ]);
    await writeFile(join(root, "b.txt"), "theirs\n");
    expect(await files.undo({ path: "a.txt" }).catch(code)).toBe("changed-since-edit");
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("changed\n");
    expect(await readFile(join(root, "b.txt"), "utf8")).toBe("theirs\n");
  });

  it("undoes one change further each time, and reports when none is left", async () => {
    const { root, files, call } = await fixture({ "a.txt": "0" });
    for (const text of ["1", "2", "3"]) await call().updateText("a.txt", () => ({ text }));
    for (const text of ["2", "1", "0"]) {
      await files.undo();
      expect(await readFile(join(root, "a.txt"), "utf8")).toBe(text);
    }
    await expect(files.undo()).rejects.toMatchObject({
      code: "nothing-to-undo",
      message: "This session has not changed any file, so there is nothing to undo.",
    });
  });

  it("undoes the last change of a file, whatever was changed after it", async () => {
    const { root, files } = await fixture({ "a.txt": "a", "b.txt": "b" });
    await files.updateText("a.txt", () => ({ text: "A" }));
    await files.updateText("b.txt", () => ({ text: "B" }));
    await files.undo({ path: "a.txt" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("a");
    expect(await readFile(join(root, "b.txt"), "utf8")).toBe("B");
    await expect(files.undo({ path: "a.txt" })).rejects.toMatchObject({
      code: "nothing-to-undo",
      message: expect.stringContaining("a.txt"),
    });
    expect(await files.undo({ path: "missing" }).catch(code)).toBe("nothing-to-undo");
  });

  it("identifies a file by its symlink", async () => {
    const { root, files } = await fixture({ "a.txt": "a" });
    await symlink("a.txt", join(root, "link"));
    await files.updateText("link", () => ({ text: "A" }));
    await files.undo({ path: "link" });
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("a");
  });

  it("identifies a folder that an undo created again", async () => {
    const { root, files } = await fixture({ "d/e/x": "x" });
    const before = await treeSnapshot(root);
    await files.move("d", "new/");
    await files.move("new/d/e", "new/f");
    await files.remove("new", { recursive: true });
    for (let index = 0; index < 3; index += 1) await files.undo();
    expect(await treeSnapshot(root)).toEqual(before);
  });

  it("lets one of two concurrent calls undo a change, and the other the change before", async () => {
    const { root, files, call } = await fixture({ "a.txt": "0" });
    await files.updateText("a.txt", () => ({ text: "1" }));
    await files.updateText("a.txt", () => ({ text: "2" }));
    const outcomes = await Promise.all(
      [files.undo(), call().undo(), call().undo()].map((undo) => undo.catch(code)),
    );
    // Whichever of them comes last.
    expect(outcomes.filter((outcome) => outcome === "nothing-to-undo")).toHaveLength(1);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("0");
  });

  it("never undoes a change of another session", async () => {
    const { root, files, call } = await fixture({ "a.txt": "a" });
    const other = call({ session: newSession(root) });
    await other.updateText("a.txt", () => ({ text: "theirs" }));
    expect(await files.undo().catch(code)).toBe("nothing-to-undo");
    await files.updateText("a.txt", () => ({ text: "mine" }));
    expect(await other.undo().catch(code)).toBe("changed-since-edit");
    await files.undo();
    await other.undo();
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("a");
  });

  it("records no change to undo, but updates the session's knowledge", async () => {
    const { root, files } = await fixture({ "a.txt": "one\n" }, { staleness: "require-read" });
    await files.readText("a.txt");
    await files.updateText("a.txt", () => ({ text: "two\n" }));
    await files.undo();
    expect(await files.undo().catch(code)).toBe("nothing-to-undo");
    await files.updateText("a.txt", ({ text }) => ({ text: `${text}three\n` }));
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("one\nthree\n");
  });

  it("does not show the content of a secret", async () => {
    const { root, files } = await fixture({ ".env": "K=CANARY" });
    await files.writeText(".env", "K=2", { overwrite: true });
    expect(JSON.stringify(await files.undo())).not.toMatch(/CANARY|K=2/);
    await files.remove(".env");
    expect(JSON.stringify(await files.undo())).not.toContain("CANARY");
    expect(await readFile(join(root, ".env"), "utf8")).toBe("K=CANARY");
    await files.writeText(".env", "K=3", { overwrite: true });
    await writeFile(join(root, ".env"), "K=CANARY-2");
    await expect(files.undo()).rejects.toMatchObject({
      code: "changed-since-edit",
      message: expect.not.stringContaining("CANARY"),
    });
  });
});

describe("undo of a file that changed since", () => {
  it("names the lines that differ", async () => {
    const { root, files } = await fixture({ "a.txt": LINES });
    await files.updateText("a.txt", ({ text }) => ({ text: text.replace("line 5\n", "LINE 5\n") }));
    const path = join(root, "a.txt");
    const theirs = (await readFile(path, "utf8"))
      .replace("line 10\nline 11\n", "theirs\n")
      .replace("line 20\n", "line 20\nadded\n")
      .replace("line 30\n", "line 30");
    await writeFile(path, theirs);
    await expect(files.undo()).rejects.toMatchObject({
      code: "changed-since-edit",
      absolutePath: path,
      message: expect.stringMatching(/has changed since the call wrote it: lines 10, 20 and 30 have changed/),
    });
    expect(await readFile(path, "utf8")).toBe(theirs);
  });

  it.each<[string, (files: WorkspaceFiles) => Promise<unknown>, (root: string) => Promise<unknown>, RegExp]>([
    [
      "an edited file that is gone",
      (files) => files.updateText("a.txt", () => ({ text: "x" })),
      (root) => rm(join(root, "a.txt")),
      /no longer exists/,
    ],
    [
      "an edited file that is a folder",
      (files) => files.updateText("a.txt", () => ({ text: "x" })),
      (root) => rm(join(root, "a.txt")).then(() => mkdir(join(root, "a.txt"))),
      /no longer a file/,
    ],
    [
      "a created file that was written to",
      (files) => files.writeText("n.txt", "x\n"),
      (root) => writeFile(join(root, "n.txt"), "theirs\n"),
      /line 1 has changed/,
    ],
    [
      "a removed file that is there again",
      (files) => files.remove("a.txt"),
      (root) => writeFile(join(root, "a.txt"), "theirs"),
      /exists again/,
    ],
    [
      "a removed folder that is there again",
      (files) => files.remove("d", { recursive: true }),
      (root) => mkdir(join(root, "d")),
      /exists again/,
    ],
    [
      "a moved file that was written to",
      (files) => files.move("a.txt", "n.txt"),
      (root) => writeFile(join(root, "n.txt"), "theirs\n"),
      /line 1 has changed/,
    ],
    [
      "a moved file whose old name is taken",
      (files) => files.move("a.txt", "n.txt"),
      (root) => writeFile(join(root, "a.txt"), "theirs"),
      /exists again/,
    ],
    [
      "a moved folder that is another one",
      (files) => files.move("d", "e"),
      (root) => rename(join(root, "e"), join(root, "f")).then(() => mkdir(join(root, "e"))),
      /different folder/,
    ],
  ])("refuses %s, and keeps the current content", async (_, change, theirs, message) => {
    const { root, files, changes } = await fixture({ "a.txt": "a\n", "d/x": "1" });
    await change(files);
    await theirs(root);
    const before = await treeSnapshot(root);
    await expect(files.undo()).rejects.toMatchObject({
      code: "changed-since-edit",
      message: expect.stringMatching(message),
    });
    expect(await treeSnapshot(root)).toEqual(before);
    expect(changes).toHaveLength(1);
  });

  it("writes nothing where the folder now leads elsewhere", async () => {
    const outside = await temporaryFolder();
    await writeFile(join(outside, "a.txt"), "changed");
    const { root, files } = await fixture({ "d/a.txt": "one", "d/b.txt": "two", "d/c.txt": "three" });
    await files.updateText("d/a.txt", () => ({ text: "changed" }));
    await files.remove("d/b.txt");
    await files.move("d/c.txt", "c.txt");
    await rename(join(root, "d"), join(root, "gone"));
    await symlink(outside, join(root, "d"));
    for (const path of ["d/a.txt", "d/b.txt", "c.txt"]) {
      expect(["changed-since-edit", "nothing-to-undo"], path).toContain(
        await files.undo({ path }).catch(code),
      );
    }
    expect(await files.undo().catch(code)).toBe("changed-since-edit");
    expect(await treeSnapshot(outside)).toEqual({ "a.txt": expect.stringContaining("changed") });
  });

  it("asks for the approval that the change needed", async () => {
    const { root, call } = await fixture({ ".npmrc": "one" });
    const approved = call({ approvedPaths: new Set([join(root, ".npmrc")]) });
    await approved.updateText(".npmrc", () => ({ text: "two" }));
    expect(await call().undo().catch(code)).toBe("protected-path");
    await approved.undo();
    expect(await readFile(join(root, ".npmrc"), "utf8")).toBe("one");
  });
});

describe("the journal of changes", () => {
  function memoryFiles(tree: Readonly<Record<string, string>>) {
    const backend = memoryBackend({ files: tree });
    const files = createWorkspace({ backend, roots: ["/w"] }).files({
      session: newSession("/w"),
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: () => {},
    });
    return { files, text: (path: string) => Buffer.from(backend.snapshot()[path] ?? []).toString() };
  }

  it("forgets the oldest of many changes, and reports that", async () => {
    const { files, text } = memoryFiles({ "/w/a.txt": "0" });
    for (let count = 1; count <= 300; count += 1) {
      await files.updateText("a.txt", () => ({ text: String(count) }));
    }
    for (let count = 299; count >= 300 - 256; count -= 1) {
      await files.undo();
      expect(text("/w/a.txt")).toBe(String(count));
    }
    await expect(files.undo()).rejects.toMatchObject({
      code: "nothing-to-undo",
      message: expect.stringMatching(/only the latest changes are kept, and older ones were forgotten/),
    });
  });

  it("limits the bytes of the journal", async () => {
    const { files } = memoryFiles({ "/w/a.txt": "0" });
    const text = "x".repeat(10_000_000);
    for (let count = 1; count <= 9; count += 1) {
      await files.updateText("a.txt", () => ({ text: text + count }));
    }
    let undone = 0;
    while ((await files.undo().catch(code)) !== "nothing-to-undo") undone += 1;
    expect(undone).toBe(6);
  });

  it("does not undo an earlier change in place of one that was too large to keep", async () => {
    const { files, text } = memoryFiles({ "/w/a.txt": "0", "/w/b.txt": "0" });
    await files.updateText("b.txt", () => ({ text: "1" }));
    await files.writeText("a.txt", "x".repeat(70_000_000), { overwrite: true });
    await files.writeText("a.txt", "small", { overwrite: true });
    await expect(files.undo()).rejects.toMatchObject({
      code: "nothing-to-undo",
      message: expect.stringMatching(/a\.txt.*too large to keep/),
    });
    expect(text("/w/b.txt")).toBe("1");
    await files.undo({ path: "b.txt" });
    expect(text("/w/b.txt")).toBe("0");
  });

  it("keeps no folder with more entries than its limit, which is removed without undo", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`/w/d/${index}`, ""] as const),
    );
    const { files } = memoryFiles({ ...many, "/w/e/x": "1" });
    expect(await files.remove("d", { recursive: true })).toMatchObject({
      removedFiles: 10_001,
      canBeUndone: false,
    });
    expect(await files.undo().catch(code)).toBe("nothing-to-undo");
  });

  it("restores each earlier state, one change after the other", async () => {
    const names = fc.constantFrom("a", "b", "d/c", "d/e/f", "g/h");
    const folders = fc.constantFrom("d", "d/e", "g", "new");
    const text = fc.constantFrom("", "one\n", "two\r\n", "\ufeffthree", "four");
    type Change = (files: WorkspaceFiles) => Promise<unknown>;
    const change: fc.Arbitrary<Change> = fc.oneof(
      fc.tuple(names, text).map(
        ([path, content]): Change =>
          (files) =>
            files.writeText(path, content, { overwrite: true }),
      ),
      fc.tuple(names, text).map(
        ([path, content]): Change =>
          (files) =>
            files.updateText(path, (file) => ({ text: file.text + content })),
      ),
      names.map(
        (path): Change =>
          (files) =>
            files.remove(path),
      ),
      folders.map(
        (path): Change =>
          (files) =>
            files.remove(path, { recursive: true }),
      ),
      fc.tuple(names, names, fc.boolean()).map(
        ([from, to, overwrite]): Change =>
          (files) =>
            files.move(from, to, { overwrite }),
      ),
      fc.tuple(folders, folders).map(
        ([from, to]): Change =>
          (files) =>
            files.move(from, `${to}/`),
      ),
      fc.tuple(names, names, names).map(
        ([created, updated, removed]): Change =>
          (files) =>
            files.applyTogether([
              { type: "create", path: `${created}-new`, text: "new" },
              { type: "update", path: updated, update: (file) => `${file.text}+` },
              { type: "delete", path: removed },
            ]),
      ),
    );
    let undone = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (sequence) => {
        const { root, files, changes } = await fixture({ a: "a\n", "d/c": "c\n", "d/e/f": "f\n" });
        await chmod(join(root, "d/c"), 0o755);
        const states = [await treeSnapshot(root)];
        for (const each of sequence) {
          const before = changes.length;
          await each(files).catch((error: ToolError) => expect(error.code).not.toBe("tool-failed"));
          if (changes.length > before) states.push(await treeSnapshot(root));
        }
        for (let index = states.length - 2; index >= 0; index -= 1) {
          await files.undo();
          expect(await treeSnapshot(root)).toEqual(states[index]);
          undone += 1;
        }
        expect(await files.undo().catch(code)).toBe("nothing-to-undo");
        await rm(root, { recursive: true });
      }),
      { numRuns: 25 },
    );
    expect(undone).toBeGreaterThan(40);
  });
});
