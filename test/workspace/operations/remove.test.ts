import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { ToolError } from "../../../src/contract/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { asNobody } from "../as-nobody.js";
import { interferedBackend } from "../faulty-backend.js";
import { treeSnapshot } from "../tree-snapshot.js";
import { fixture } from "../workspace-fixture.js";

describe("remove", () => {
  it("succeeds on a disk that reports an error for each removal that it has carried out", async () => {
    const backend = interferedBackend(
      localBackend(),
      () => {},
      (step) => {
        if (step === "removeFile") throw new ToolError("lost reply", { code: "io-error" });
      },
    );
    const { root, files, changes } = await fixture({ "a.txt": "one" }, { backend });
    await files.remove("a.txt");
    expect(await readdir(root)).toEqual([]);
    expect(changes).toEqual([{ type: "delete", path: join(root, "a.txt") }]);
  });

  it("removes a file, and reports it", async () => {
    const { root, files, changes } = await fixture({ "a.txt": "one", "b.txt": "two" });
    expect(await files.remove("a.txt")).toMatchObject({
      removedFiles: 1,
      location: { path: join(root, "a.txt"), requested: "a.txt" },
    });
    expect(await readdir(root)).toEqual(["b.txt"]);
    expect(changes).toEqual([{ type: "delete", path: join(root, "a.txt") }]);
  });

  it("removes an empty folder, and a full one only recursively", async () => {
    const { root, files, changes } = await fixture({ "d/a.txt": "1", "d/e/f/b.txt": "2", "d/.hidden": "3" });
    await mkdir(join(root, "d/empty"));
    await symlink("a.txt", join(root, "d/link"));
    await expect(files.remove("d")).rejects.toMatchObject({
      code: "directory-not-empty",
      message: expect.stringMatching(/5 entries\. Nothing was removed/),
    });
    expect(await files.remove("d/empty")).toMatchObject({ removedFiles: 0 });
    expect(await files.remove("d", { recursive: true })).toMatchObject({ removedFiles: 4 });
    expect(await readdir(root)).toEqual([]);
    expect(changes.map(({ type, path }) => [type, path])).toEqual([
      ["delete", join(root, "d/empty")],
      ["delete", join(root, "d")],
    ]);
  });

  it.each([false, true])("removes a symlink, not its target (recursive: %s)", async (recursive) => {
    const outside = await temporaryFolder();
    await writeTree(outside, { "canary.txt": "CANARY" });
    const { root, files, changes } = await fixture({ "a.txt": "one", "sub/x": "1" });
    await symlink("a.txt", join(root, "to-file"));
    await symlink(outside, join(root, "to-folder"));
    await symlink("missing", join(root, "dangling"));
    await symlink("loop", join(root, "loop"));
    await symlink("sub", join(root, "sub-link"));
    await files.remove("to-file", { recursive });
    await files.remove("to-folder/", { recursive });
    await files.remove("dangling", { recursive });
    await files.remove("loop", { recursive });
    await files.remove("sub-link", { recursive });
    expect(await readdir(root)).toEqual(["a.txt", "sub"]);
    expect(await readdir(join(root, "sub"))).toEqual(["x"]);
    expect(await readdir(outside)).toEqual(["canary.txt"]);
    expect(changes[1]).toEqual({ type: "delete", path: join(root, "to-folder") });
  });

  it("does not follow symlinks on its way through a folder", async () => {
    const outside = await temporaryFolder();
    await writeTree(outside, { "canary.txt": "CANARY", "d/canary.txt": "CANARY" });
    const { root, files } = await fixture({ "d/a.txt": "1" });
    await symlink(outside, join(root, "d/out"));
    await symlink(join(outside, "canary.txt"), join(root, "d/file"));
    expect(await files.remove("d", { recursive: true })).toMatchObject({ removedFiles: 3 });
    expect(await treeSnapshot(outside)).toMatchObject({ "canary.txt": expect.stringMatching(/CANARY/) });
    expect(await readdir(outside)).toEqual(["canary.txt", "d"]);
  });

  it("stops when a folder is replaced by a symlink during the removal", async () => {
    const outside = await temporaryFolder();
    await writeTree(outside, { "canary.txt": "CANARY" });
    let root = "";
    let opened = 0;
    const attacked = interferedBackend(localBackend(), async (step) => {
      // The searches for protected paths are done; the removal has opened the folder, and is about to open the one in
      // it.
      if (step !== "openDirectory" || root === "" || ++opened !== 9) return;
      execFileSync("sh", ["-c", `mv d/e d/gone && ln -s ${outside} d/e`], { cwd: root });
    });
    const workspace = await fixture({ "d/e/a.txt": "1" }, { backend: attacked });
    root = workspace.root;
    await expect(workspace.files.remove("d", { recursive: true })).rejects.toMatchObject({
      code: "changed-since-approval",
    });
    expect((await lstat(join(root, "d/e"))).isSymbolicLink()).toBe(true);
    expect(await readdir(outside)).toEqual(["canary.txt"]);
  });

  it("refuses the roots, the folders above them, home and the file system root, whatever was approved", async () => {
    const { root, call, changes } = await fixture({ "sub/a.txt": "1" });
    const files = call({ approvedPaths: "any" });
    const never = [
      root,
      ".",
      "",
      `${root}/`,
      "..",
      "sub/..",
      dirname(root),
      // Never a fixed path such as `/tmp`: where the temporary folder is elsewhere, the workspace is not below it, and
      // it would be removed.
      dirname(dirname(root)),
      "/",
      "~",
      homedir(),
      "//",
    ];
    for (const path of never) {
      const code = path === "" ? "invalid-path" : "protected-path";
      await expect(files.remove(path, { recursive: true }), path).rejects.toMatchObject({ code });
      if (path === "") continue;
      await expect(files.move(path, join(root, "moved")), path).rejects.toMatchObject({ code });
    }
    expect(await readFile(join(root, "sub/a.txt"), "utf8")).toBe("1");
    expect(changes).toEqual([]);
  });

  it("refuses the symlink through which a root was given", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "real/a.txt": "1" });
    await symlink("real", join(folder, "root"));
    const { call } = await fixture({}, { roots: [join(folder, "root")] });
    const files = call({ approvedPaths: "any" });
    for (const name of ["root", "real", "root/."]) {
      await expect(files.remove(join(folder, name), { recursive: true }), name).rejects.toMatchObject({
        code: "protected-path",
      });
    }
  });

  it.each([
    ["missing.txt", "not-found"],
    ["a.txt/b", "not-a-directory"],
    ["a.txt/", "not-a-directory"],
    [".git/hooks", "protected-path"],
    [".git/config", "protected-path"],
    [".git", "protected-path"],
    [".github", "protected-path"],
    ["out/x", "external-directory"],
    ["x\0y", "invalid-path"],
  ])("refuses %j with %s", async (path, code) => {
    const outside = await temporaryFolder();
    await writeTree(outside, { x: "CANARY" });
    const { root, files, changes } = await fixture({
      "a.txt": "1",
      ".git/config": "1",
      ".git/hooks/x": "1",
      ".github/workflows/x.yml": "1",
    });
    await symlink(outside, join(root, "out"));
    const before = await treeSnapshot(root);
    await expect(files.remove(path, { recursive: true })).rejects.toMatchObject({ code });
    expect(await treeSnapshot(root)).toEqual(before);
    expect(await readdir(outside)).toEqual(["x"]);
    expect(changes).toEqual([]);
  });

  it("removes approved protected and outside paths", async () => {
    const outside = await temporaryFolder();
    await writeTree(outside, { x: "1" });
    const { root, call } = await fixture({ ".git/config": "1" });
    const files = call({ approvedPaths: new Set([join(root, ".git"), join(outside, "x")]) });
    await files.remove(".git", { recursive: true });
    await files.remove(join(outside, "x"));
    expect(await readdir(root)).toEqual([]);
    expect(await readdir(outside)).toEqual([]);
  });

  it("removes a FIFO without opening it", async () => {
    const { root, files } = await fixture({ "d/a": "1" });
    execFileSync("mkfifo", [join(root, "pipe"), join(root, "d/pipe")]);
    await files.remove("pipe");
    expect(await files.remove("d", { recursive: true })).toMatchObject({ removedFiles: 2 });
    expect(await readdir(root)).toEqual([]);
  });

  it.skipIf(process.platform === "win32" || process.platform === "darwin")(
    "removes a folder with names that are not UTF-8, and restores them",
    async () => {
      const { root, files } = await fixture({ "d/a.txt": "1" });
      const folder = Buffer.from(join(root, "d/"));
      const names = [[0xff], [0xfe], [0x61, 0xc3], [0xed, 0xa0, 0x80]].map((bytes) => Buffer.from(bytes));
      for (const name of names) await writeFile(Buffer.concat([folder, name]), name);
      await mkdir(Buffer.concat([folder, Buffer.from([0x64, 0xff])]));
      expect(await files.remove("d", { recursive: true })).toMatchObject({ removedFiles: 5 });
      expect(await readdir(root)).toEqual([]);
      await files.undo();
      for (const name of names) expect(await readFile(Buffer.concat([folder, name]))).toEqual(name);
      expect(await readdir(join(root, "d"))).toHaveLength(6);
    },
  );

  it("removes a folder of thousands of files while timers run", async () => {
    const count = process.env.COLLET_FLEET === "full" ? 100_000 : 3_000;
    const { root, files } = await fixture({ "d/a.txt": "1" });
    for (let file = 1; file < count; file += 1) writeFileSync(join(root, `d/${file}`), "");
    let timers = 0;
    const timer = setInterval(() => {
      timers += 1;
    }, 1);
    expect(await files.remove("d", { recursive: true })).toMatchObject({ removedFiles: count });
    clearInterval(timer);
    expect(timers).toBeGreaterThan(count / 1_000);
    expect(await readdir(root)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0).each([
    ["a removal", 'files.remove("closed/a.txt")'],
    ["a creation", 'files.writeText("closed/new.txt", "new")'],
  ])("names the file, not a temporary one, when the folder is closed: %s", async (_, expression) => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    await writeTree(folder, { "closed/a.txt": "1" });
    const refused = await asNobody(folder, expression);
    expect(refused).toMatchObject({
      code: "access-denied",
      message: expect.stringMatching(/closed\/(a|new)\.txt/),
    });
    expect(refused).toMatchObject({ message: expect.not.stringContaining(".collet-") });
  });

  it.each([
    ["restores a folder whose removal is cancelled, when all of it was kept", false],
    ["removes all of a folder whose removal is cancelled, when it could not be restored", true],
  ])("names the file in the error: %s", async (_, hasPipe) => {
    const cancel = new AbortController();
    const { trash: _trash, ...local } = localBackend();
    const backend = interferedBackend(local, (step) => {
      if (step === "removeFile") cancel.abort();
    });
    const tree = Object.fromEntries(Array.from({ length: 12 }, (_, file) => [`d/${file}`, `${file}`]));
    const { root, call } = await fixture(tree, { backend });
    if (hasPipe) execFileSync("mkfifo", [join(root, "d/pipe")]);
    const before = await treeSnapshot(root);
    const removal = call({ signal: cancel.signal }).remove("d", { recursive: true });
    if (hasPipe) {
      expect(await removal).toMatchObject({ removedFiles: 13, canBeUndone: false });
      expect(await readdir(root)).toEqual([]);
    } else {
      await expect(removal).rejects.toMatchObject({ code: "cancelled" });
      expect(Object.keys(await treeSnapshot(root)).sort()).toEqual(Object.keys(before).sort());
    }
  });

  it("leaves the rest of a folder to the next change when the disk fails", async () => {
    let isBroken = true;
    let removals = 0;
    const stateDirectory = join(await temporaryFolder(), "state");
    const backend = interferedBackend(localBackend({ stateDirectory }), (step) => {
      if (step === "removeFile") removals += 1;
      if (isBroken && removals >= 2 && step !== "stat") throw new ToolError("gone", { code: "io-error" });
    });
    const { root, files } = await fixture({ "d/a.txt": "1", "d/e/b.txt": "2" }, { backend });
    await expect(files.remove("d", { recursive: true })).rejects.toMatchObject({
      code: "half-done",
      outcomes: [{ path: join(root, "d"), state: "set-aside" }],
    });
    isBroken = false;
    await files.writeText("d/a.txt", "new");
    expect(await readdir(root)).toEqual(["d"]);
    expect(await readdir(join(root, "d"))).toEqual(["a.txt"]);
  });

  it.runIf(process.getuid?.() === 0)(
    "does not remove files of another volume",
    async ({ onTestFinished }) => {
      const { root, files } = await fixture({ "d/a.txt": "1", "d/mounted/x": "" });
      const mounted = join(root, "d/mounted");
      try {
        execFileSync("mount", ["-t", "tmpfs", "none", mounted], { stdio: "ignore" });
      } catch {
        // Only a container with the right to mount can test this.
        return;
      }
      onTestFinished(() => void execFileSync("umount", ["--lazy", mounted]));
      await writeFile(join(mounted, "canary.txt"), "CANARY");
      await expect(files.remove("d", { recursive: true })).rejects.toMatchObject({
        code: "not-supported",
        message: expect.stringContaining("another volume"),
      });
      expect(await readdir(join(root, "d"))).toEqual(["a.txt", "mounted"]);
      expect(await readdir(mounted)).toEqual(["canary.txt"]);
    },
  );

  it("refuses what changed since the session read it, even inside a folder", async () => {
    const { root, files } = await fixture({ "a.txt": "one\n", "d/b.txt": "one\n" });
    await files.readText("a.txt");
    await files.readText("d/b.txt");
    await writeFile(join(root, "a.txt"), "two\n");
    await writeFile(join(root, "d/b.txt"), "two\n");
    await expect(files.remove("a.txt")).rejects.toMatchObject({ code: "stale-file" });
    await expect(files.remove("d", { recursive: true })).rejects.toMatchObject({
      code: "stale-file",
      absolutePath: join(root, "d/b.txt"),
    });
    await files.readText("a.txt");
    await files.remove("a.txt");
    expect(await readdir(root)).toEqual(["d"]);
  });

  it("removes a file that was not read, even where edits require a read", async () => {
    const { root, files } = await fixture({ "a.txt": "one" }, { staleness: "require-read" });
    await files.remove("a.txt");
    expect(await readdir(root)).toEqual([]);
    await files.writeText("a.txt", "new");
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("new");
  });

  it("detects a file that was replaced or changed at the last moment", async () => {
    for (const command of ["mv a.txt b.txt && echo two > a.txt", "printf two > a.txt", "rm a.txt"]) {
      let root = "";
      const late = interferedBackend(localBackend(), (step) => {
        if (step !== "rename" || root === "") return;
        const cwd = root;
        root = "";
        execFileSync("sh", ["-c", command], { cwd });
      });
      const workspace = await fixture({ "a.txt": "one" }, { backend: late });
      root = workspace.root;
      const outcome = await workspace.files.remove("a.txt").catch((error: ToolError) => error.code);
      expect(["stale-file", "not-found"], command).toContain(outcome);
      const names = await readdir(workspace.root);
      expect(names, command).toEqual(
        command.startsWith("rm") ? [] : command.startsWith("mv") ? ["a.txt", "b.txt"] : ["a.txt"],
      );
    }
  });

  it("restores the removed entries of a folder when the rest cannot be removed", async () => {
    for (let failing = 1; failing <= 5; failing += 1) {
      let removals = 0;
      const backend = interferedBackend(localBackend(), (step) => {
        if (step !== "removeFile" && step !== "removeDirectory") return;
        removals += 1;
        if (removals === failing) throw new ToolError("injected", { code: "access-denied" });
      });
      const { root, files, changes } = await fixture(
        { "d/a.txt": "1", "d/e/b.sh": "\0\xff", "d/e/c.txt": "3\r\n" },
        { backend },
      );
      await chmod(join(root, "d/e/b.sh"), 0o750);
      await symlink("a.txt", join(root, "d/link"));
      const before = await treeSnapshot(root);
      await expect(files.remove("d", { recursive: true })).rejects.toMatchObject({ code: "access-denied" });
      expect(await treeSnapshot(root)).toEqual(before);
      expect(changes).toEqual([]);
      expect(removals).toBeGreaterThanOrEqual(failing);
    }
  });

  it("leaves the folder whole when the removal is cancelled", async () => {
    const controller = new AbortController();
    let removals = 0;
    const backend = interferedBackend(localBackend(), (step) => {
      if (step === "removeFile" && ++removals === 2) controller.abort();
    });
    const { root, call } = await fixture({ "d/a": "1", "d/b": "2", "d/e/c": "3" }, { backend });
    const before = await treeSnapshot(root);
    const files = call({ signal: controller.signal });
    const outcome = await files.remove("d", { recursive: true }).catch((error: ToolError) => error.code);
    expect(outcome).toBe("cancelled");
    expect(await treeSnapshot(root)).toEqual(before);
  });

  it.each(["d/a.txt", "d/e"])(
    "reports another process where %s disappears at any step, and removes nothing else",
    async (gone) => {
      const codes = new Set<string>();
      for (let at = 1; at < 200; at += 1) {
        let root = "";
        let steps = 0;
        const late = interferedBackend(localBackend(), () => {
          if (root === "" || ++steps !== at) return;
          execFileSync("rm", ["-rf", gone], { cwd: root });
        });
        const workspace = await fixture(
          { "d/a.txt": "one", "d/e/b.txt": "two", "d/z.txt": "three" },
          { backend: late },
        );
        root = workspace.root;
        const code = await workspace.files.remove("d", { recursive: true }).then(
          () => "done",
          (error: ToolError) => error.code,
        );
        if (steps < at) break;
        codes.add(code);
        expect(["done", "stale-file"], `step ${at}`).toContain(code);
        const names = await readdir(workspace.root);
        expect(names, `step ${at}`).toEqual(code === "done" ? [] : ["d"]);
        if (code !== "done") expect(await readFile(join(root, "d/z.txt"), "utf8")).toBe("three");
      }
      expect(codes).toEqual(new Set(["done", "stale-file"]));
    },
  );

  it("restores the result of a concurrent edit in the folder", async () => {
    const { root, files, call } = await fixture({ "d/a.txt": "one" });
    const [edit, removal] = await Promise.allSettled([
      call().updateText("d/a.txt", () => ({ text: "two" })),
      files.remove("d", { recursive: true }),
    ]);
    // If the removal met the unfinished edit, it has restored everything.
    if (removal.status === "rejected") expect(removal.reason).toMatchObject({ code: "stale-file" });
    else {
      expect(await readdir(root)).toEqual([]);
      await files.undo();
    }
    const content = await readFile(join(root, "d/a.txt"), "utf8");
    expect(content).toBe(edit.status === "fulfilled" ? "two" : "one");
  });
});
