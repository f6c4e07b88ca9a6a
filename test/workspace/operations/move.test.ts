import { execFileSync } from "node:child_process";
import {
  chmod,
  chown,
  link,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import { memoryBackend } from "../../../src/backends/memory/index.js";
import { ToolError } from "../../../src/contract/index.js";
import { createWorkspace } from "../../../src/workspace/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { interferedBackend } from "../faulty-backend.js";
import { treeSnapshot } from "../tree-snapshot.js";
import { fixture, newSession } from "../workspace-fixture.js";

/** A folder on another volume than the temporary folder, where the machine has one. */
async function folderElsewhere(): Promise<string | undefined> {
  const here = await stat(await temporaryFolder());
  const elsewhere = await stat("/dev/shm").catch(() => undefined);
  if (elsewhere === undefined || elsewhere.dev === here.dev) return undefined;
  const folder = await realpath(await mkdtemp("/dev/shm/collet-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const hasOtherVolume = (await stat("/dev/shm").catch(() => undefined))?.dev !== (await stat("/tmp")).dev;

describe("move", () => {
  it("renames a file and reports its old path", async () => {
    const { root, files, changes } = await fixture({ "a.txt": "one" });
    const before = await stat(join(root, "a.txt"));
    expect(await files.move("a.txt", "new/deep/b.txt")).toMatchObject({
      from: { path: join(root, "a.txt") },
      to: { path: join(root, "new/deep/b.txt") },
      overwrote: false,
    });
    expect(await readFile(join(root, "new/deep/b.txt"), "utf8")).toBe("one");
    expect((await stat(join(root, "new/deep/b.txt"))).ino).toBe(before.ino);
    expect(await readdir(root)).toEqual(["new"]);
    expect(changes).toEqual([
      { type: "move", path: join(root, "new/deep/b.txt"), movedFrom: join(root, "a.txt") },
    ]);
  });

  it("moves a folder with everything in it", async () => {
    const { root, files } = await fixture({ "d/a.txt": "1", "d/e/b.txt": "2" });
    await symlink("a.txt", join(root, "d/link"));
    await chmod(join(root, "d/a.txt"), 0o755);
    const before = await treeSnapshot(join(root, "d"));
    await files.move("d", "x/y");
    expect(await treeSnapshot(join(root, "x/y"))).toEqual(before);
    expect(await readdir(root)).toEqual(["x"]);
  });

  it("moves a symlink, not its target", async () => {
    const { root, files } = await fixture({ "sub/a.txt": "1" });
    await symlink("sub", join(root, "link"));
    await symlink("missing", join(root, "dangling"));
    await files.move("link", "renamed");
    await files.move("dangling", "gone");
    expect((await lstat(join(root, "renamed"))).isSymbolicLink()).toBe(true);
    expect((await lstat(join(root, "gone"))).isSymbolicLink()).toBe(true);
    expect(await readdir(root)).toEqual(["gone", "renamed", "sub"]);
  });

  it("replaces nothing unless requested, and then only a file with a file", async () => {
    const { root, files, changes } = await fixture({ "a.txt": "a", "b.txt": "b", "d/x": "1", "empty/x": "" });
    await rm(join(root, "empty/x"));
    await symlink("b.txt", join(root, "link"));
    await symlink("missing", join(root, "dangling"));
    const before = await treeSnapshot(root);
    for (const overwrite of [false, true]) {
      for (const [source, destination] of [
        ["a.txt", "d"],
        ["a.txt", "empty"],
        ["a.txt", "link"],
        ["a.txt", "dangling"],
        ["d", "b.txt"],
        ["d", "empty"],
        ["link", "b.txt"],
      ] as const) {
        const moving = files.move(source, destination, { overwrite });
        await expect(moving, `${source} to ${destination}`).rejects.toMatchObject({ code: "already-exists" });
      }
    }
    await expect(files.move("a.txt", "b.txt")).rejects.toMatchObject({ code: "already-exists" });
    expect(await treeSnapshot(root)).toEqual(before);
    expect(changes).toEqual([]);
    expect(await files.move("a.txt", "b.txt", { overwrite: true })).toMatchObject({ overwrote: true });
    expect(await readFile(join(root, "b.txt"), "utf8")).toBe("a");
  });

  it("treats a destination that ends with a separator as a folder", async () => {
    const { root, files } = await fixture({ "1": "1", "2": "2", "3": "3", "d/3": "x", "e/f": "1" });
    await files.move("1", "new/");
    await files.move("2", "new/");
    await files.move("e", "new/");
    await expect(files.move("3", "new")).rejects.toMatchObject({
      code: "already-exists",
      message: expect.stringMatching(/folder.*separator/),
    });
    await expect(files.move("3", "d/")).rejects.toMatchObject({ code: "already-exists" });
    await expect(files.move("3", "d/3/")).rejects.toMatchObject({ code: "not-a-directory" });
    expect((await readdir(root, { recursive: true })).sort()).toEqual(
      ["3", "d", "d/3", "new", "new/1", "new/2", "new/e", "new/e/f"].sort(),
    );
  });

  it("keeps a file that another process creates there at the last moment", async () => {
    for (const source of ["a.txt", "d"]) {
      let root = "";
      const late = interferedBackend(localBackend(), async (step) => {
        if (step === "rename" && root !== "") await writeFile(join(root, "b"), "THEIRS");
      });
      const workspace = await fixture({ "a.txt": "a", "d/x": "1" }, { backend: late });
      root = workspace.root;
      await expect(workspace.files.move(source, "b")).rejects.toMatchObject({ code: "already-exists" });
      expect(await readFile(join(root, "b"), "utf8")).toBe("THEIRS");
      expect((await readdir(root)).sort()).toEqual(["a.txt", "b", "d"]);
    }
  });

  it.each([
    ["a.txt", "a.txt", "no-change"],
    ["a.txt", "sub/../a.txt", "no-change"],
    ["d", "d", "no-change"],
    ["d", "d/", "invalid-path"],
    ["d", "d/e", "invalid-path"],
    ["d", "d/sub/deep/e", "invalid-path"],
    ["d", "link/e", "invalid-path"],
    ["missing", "b.txt", "not-found"],
    ["a.txt", "a.txt/b", "not-a-directory"],
    ["a.txt", "out/x", "external-directory"],
    ["a.txt", "../x", "external-directory"],
    ["out/x", "b.txt", "external-directory"],
    ["a.txt", ".git/hooks/post-commit", "protected-path"],
    ["d", ".git", "protected-path"],
    ["d", ".vscode", "protected-path"],
    [".github", "ci", "protected-path"],
    [".github/workflows/x.yml", "x.yml", "protected-path"],
    ["a.txt", "", "invalid-path"],
  ])("refuses %j to %j with %s", async (source, destination, code) => {
    const outside = await temporaryFolder();
    await writeTree(outside, { x: "CANARY" });
    const { root, files, changes } = await fixture({
      "a.txt": "1",
      "d/x": "1",
      "sub/x": "1",
      ".github/workflows/x.yml": "1",
    });
    await symlink("d", join(root, "link"));
    await symlink(outside, join(root, "out"));
    const before = await treeSnapshot(root);
    await expect(files.move(source, destination)).rejects.toMatchObject({ code });
    expect(await treeSnapshot(root)).toEqual(before);
    expect(await treeSnapshot(outside)).toEqual({ x: expect.stringContaining("CANARY") });
    expect(changes).toEqual([]);
  });

  it.each([
    [".env", "notes.txt"],
    [".env", ".env.example"],
    [".env.local", "public/"],
    ["key.pem", "key.txt"],
    [".ssh/id_work", "work"],
    [".kube", "kube"],
    [".gnupg", "g"],
    [".gnupg/private", "g"],
    [".ENV", "notes.txt"],
  ])(
    "does not move the secret %s where it would be readable, as %s, whatever was approved",
    async (from, to) => {
      const { root, call } = await fixture({
        ".env": "K=CANARY",
        ".ENV": "K=CANARY",
        ".env.local": "K=CANARY",
        "key.pem": "CANARY",
        ".ssh/id_work": "CANARY",
        ".kube/config": "CANARY",
        ".gnupg/private/x": "CANARY",
      });
      const files = call({ approvedPaths: "any" });
      const before = await treeSnapshot(root);
      const moving = to === "public/" ? files.move(from, "public/env.txt") : files.move(from, to);
      await expect(moving).rejects.toMatchObject({ code: "reading-secret-file" });
      expect(await treeSnapshot(root)).toEqual(before);
    },
  );

  it("moves a secret to a path where it stays secret", async () => {
    const { files, call } = await fixture({ ".env": "K=1", ".kube/config": "K=2", "venv/.env/x": "1" });
    await files.move(".env", "config/.env.local");
    await expect(files.readText("config/.env.local")).rejects.toMatchObject({ code: "reading-secret-file" });
    await call({ approvedPaths: "any" }).move(".kube", "backup/.kube");
    await expect(files.readText("backup/.kube/config")).rejects.toMatchObject({
      code: "reading-secret-file",
    });
    // A Python virtual environment, whose files are not secrets.
    await files.move("venv/.env", "venv/env");
    expect(await files.readText("venv/env/x")).toMatchObject({ text: "1" });
  });

  it("keeps the session's knowledge of a moved file", async () => {
    const { root, files } = await fixture(
      { "a.txt": "one\n", "d/b.txt": "one\n" },
      { staleness: "require-read" },
    );
    await files.readText("a.txt");
    await files.readText("d/b.txt");
    await files.move("a.txt", "c.txt");
    await files.move("d", "e");
    await files.updateText("c.txt", () => ({ text: "two\n" }));
    await writeFile(join(root, "e/b.txt"), "changed\n");
    await expect(files.updateText("e/b.txt", () => ({ text: "x" }))).rejects.toMatchObject({
      code: "stale-file",
    });
    await files.writeText("a.txt", "new");
    await files.updateText("a.txt", () => ({ text: "newer" }));
  });

  it("overwrites only a file that is unchanged since the session read it", async () => {
    const { root, files } = await fixture({ "a.txt": "a", "b.txt": "b" });
    await files.readText("b.txt");
    await writeFile(join(root, "b.txt"), "theirs");
    const move = () => files.move("a.txt", "b.txt", { overwrite: true });
    await expect(move()).rejects.toMatchObject({ code: "stale-file" });
    expect(await readFile(join(root, "b.txt"), "utf8")).toBe("theirs");
    await files.readText("b.txt");
    await move();
    const strict = await fixture({ "a.txt": "a", "b.txt": "b" }, { staleness: "require-read" });
    await expect(strict.files.move("a.txt", "b.txt", { overwrite: true })).rejects.toMatchObject({
      code: "not-read",
    });
    await strict.files.move("a.txt", "c.txt");
  });

  it("does not treat two names of one file as two files", async () => {
    const { root, files } = await fixture({ "a.txt": "one" });
    await link(join(root, "a.txt"), join(root, "b.txt"));
    await expect(files.move("a.txt", "b.txt", { overwrite: true })).rejects.toMatchObject({
      code: "already-exists",
      message: expect.stringContaining("another name of the same file"),
    });
    expect(await readdir(root)).toEqual(["a.txt", "b.txt"]);
    await files.move("a.txt", "c.txt");
    expect((await stat(join(root, "c.txt"))).nlink).toBe(2);
  });

  it("serialises two moves to one name", async () => {
    const { root, files, call } = await fixture({ "a.txt": "a", "b.txt": "b" });
    const outcomes = await Promise.allSettled([files.move("a.txt", "c.txt"), call().move("b.txt", "c.txt")]);
    // Whichever of them comes first.
    const [moved, stayed] = outcomes[0]?.status === "fulfilled" ? ["a", "b"] : ["b", "a"];
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "already-exists" },
    });
    expect(await readFile(join(root, "c.txt"), "utf8")).toBe(moved);
    expect(await readdir(root)).toEqual([`${stayed}.txt`, "c.txt"]);
  });

  it("serialises opposite moves without a deadlock", async () => {
    const { root, files, call } = await fixture({ "a.txt": "a" });
    const outcomes = await Promise.allSettled([files.move("a.txt", "b.txt"), call().move("b.txt", "a.txt")]);
    const names = await readdir(root);
    expect(names).toHaveLength(1);
    expect(await readFile(join(root, names[0] ?? ""), "utf8")).toBe("a");
    expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
  });
});

describe("move on a volume that ignores letter case", () => {
  function insensitive(tree: Readonly<Record<string, string>>, root = "/w") {
    const backend = memoryBackend({ caseSensitive: false, files: tree });
    const files = createWorkspace({ backend, roots: [root] }).files({
      session: newSession("/w"),
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: () => {},
    });
    return { backend, files, names: () => Object.keys(backend.snapshot()) };
  }

  it("refuses an undo over a file of another process whose name the volume keeps apart", async () => {
    const { backend, files, names } = insensitive({ "/w/strasse.txt": "x" });
    await files.move("strasse.txt", "stra\u00dfe.txt");
    const folder = await backend.files.openDirectory("/w");
    await (await folder.createFile("strasse.txt", { mode: 0o644 })).close();
    await folder.close();
    await expect(files.undo()).rejects.toMatchObject({ code: "changed-since-edit" });
    expect(names()).toEqual(["/w/strasse.txt", "/w/stra\u00dfe.txt"]);
  });

  it("refuses a path whose folder only some volumes regard as the root", async () => {
    const { files } = insensitive({ "/w/strasse/x.txt": "x", "/w/stra\u00dfe/x.txt": "y" }, "/w/strasse");
    await expect(files.move("/w/stra\u00dfe/x.txt", "/w/strasse/y.txt")).rejects.toMatchObject({
      code: "external-directory",
    });
    await files.move("/w/STRASSE/x.txt", "/w/strasse/y.txt");
  });

  it("takes names that the volume keeps apart as two files of a group", async () => {
    const { files, names } = insensitive({ "/w/a.txt": "a" });
    await files.applyTogether([
      { type: "create", path: "strasse.txt", text: "1" },
      { type: "create", path: "stra\u00dfe.txt", text: "2" },
    ]);
    expect(names()).toEqual(["/w/a.txt", "/w/strasse.txt", "/w/stra\u00dfe.txt"]);
  });

  it("changes the case of a name, and undoes that", async () => {
    const { files, names } = insensitive({ "/w/readme.md": "x", "/w/docs/a.md": "1" });
    expect(await files.move("readme.md", "README.md")).toMatchObject({ overwrote: false });
    expect(names()).toContain("/w/README.md");
    await files.move("docs", "Docs");
    expect(names()).toEqual(["/w/Docs/a.md", "/w/README.md"]);
    await files.undo();
    await files.undo();
    expect(names()).toEqual(["/w/docs/a.md", "/w/readme.md"]);
  });

  it("recognises a taken name and a folder inside itself by any spelling", async () => {
    const { files, names } = insensitive({ "/w/a.txt": "a", "/w/b.txt": "b", "/w/d/x": "1" });
    await expect(files.move("a.txt", "B.TXT")).rejects.toMatchObject({ code: "already-exists" });
    await expect(files.move("d", "D/sub")).rejects.toMatchObject({ code: "invalid-path" });
    await expect(files.move("a.txt", "a.txt")).rejects.toMatchObject({ code: "no-change" });
    expect(names()).toEqual(["/w/a.txt", "/w/b.txt", "/w/d/x"]);
  });
});

describe.runIf(hasOtherVolume)("move to another volume", () => {
  async function twoVolumes(tree: Readonly<Record<string, string | Uint8Array>>) {
    const elsewhere = (await folderElsewhere()) ?? "";
    const root = await temporaryFolder();
    await writeTree(root, tree);
    const made = await fixture({}, { roots: [root, elsewhere] });
    const session = newSession(root);
    return { ...made, root, elsewhere, files: made.call({ session }) };
  }

  it("keeps content, mode and owner of a file across volumes", async () => {
    const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 7) % 256);
    const { root, elsewhere, files, changes } = await twoVolumes({ "a.bin": bytes });
    await chmod(join(root, "a.bin"), 0o750);
    if (process.getuid?.() === 0) await chown(join(root, "a.bin"), 1_234, 4_321);
    const before = await stat(join(root, "a.bin"));
    const target = join(elsewhere, "x/a.bin");
    await files.move("a.bin", target);
    expect((await readFile(target)).equals(bytes)).toBe(true);
    const { mode, uid, gid } = await stat(target);
    expect({ mode, uid, gid }).toEqual({ mode: before.mode, uid: before.uid, gid: before.gid });
    expect(await readdir(root)).toEqual([]);
    expect(await readdir(join(elsewhere, "x"))).toEqual(["a.bin"]);
    expect(changes).toEqual([{ type: "move", path: target, movedFrom: join(root, "a.bin") }]);
    await files.undo();
    expect((await readFile(join(root, "a.bin"))).equals(bytes)).toBe(true);
    expect((await stat(join(root, "a.bin"))).mode).toBe(before.mode);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it("moves folders and symlinks to another volume, and back", async () => {
    const { root, elsewhere, files } = await twoVolumes({ "d/a.sh": "1", "d/e/b.txt": "2", "d/f/g/c": "3" });
    await chmod(join(root, "d/a.sh"), 0o755);
    await chmod(join(root, "d/e"), 0o700);
    await symlink("../a.sh", join(root, "d/e/link"));
    const before = await treeSnapshot(join(root, "d"));
    await files.move("d", `${elsewhere}/`);
    expect(await treeSnapshot(join(elsewhere, "d"))).toEqual(before);
    expect(await readdir(root)).toEqual([]);
    await files.undo();
    expect(await treeSnapshot(join(root, "d"))).toEqual(before);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it("overwrites a file on another volume, and restores it", async () => {
    const { root, elsewhere, files } = await twoVolumes({ "a.txt": "mine" });
    await writeTree(elsewhere, { "a.txt": "theirs" });
    await chmod(join(elsewhere, "a.txt"), 0o640);
    const target = join(elsewhere, "a.txt");
    await expect(files.move("a.txt", target)).rejects.toMatchObject({ code: "already-exists" });
    await files.move("a.txt", target, { overwrite: true });
    expect(await readFile(target, "utf8")).toBe("mine");
    await files.undo();
    expect(await readFile(target, "utf8")).toBe("theirs");
    expect((await stat(target)).mode & 0o777).toBe(0o640);
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("mine");
  });

  it("refuses entries that cannot be copied, and leaves them whole", async () => {
    const { root, elsewhere, files } = await twoVolumes({ "d/a.txt": "1" });
    execFileSync("mkfifo", [join(root, "d/pipe")]);
    await expect(files.move("d", join(elsewhere, "d"))).rejects.toMatchObject({ code: "special-file" });
    expect((await readdir(join(root, "d"))).sort()).toEqual(["a.txt", "pipe"]);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it("does not move a file that changes while it is being copied", async () => {
    const elsewhere = (await folderElsewhere()) ?? "";
    let path = "";
    const late = interferedBackend(localBackend(), async (step) => {
      if (step === "sync" && path !== "") await writeFile(path, "theirs and longer");
    });
    const { root, files } = await fixture({ "a.txt": "mine" }, { backend: late, roots: ["/"] });
    path = join(root, "a.txt");
    await expect(files.move("a.txt", join(elsewhere, "b.txt"))).rejects.toMatchObject({ code: "stale-file" });
    expect(await readFile(path, "utf8")).toBe("theirs and longer");
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it("copies a folder whose rename the system refuses", async () => {
    // As the layers of a container image do, on the same volume.
    let refused = 0;
    const backend = interferedBackend(localBackend(), (step) => {
      if (step !== "rename" || refused > 0) return;
      refused += 1;
      throw new ToolError("injected", { code: "io-error", cause: { code: "EXDEV" } });
    });
    const { root, files } = await fixture({ "d/a.txt": "1", "d/e/b.txt": "2" }, { backend });
    const before = await treeSnapshot(join(root, "d"));
    await files.move("d", "x");
    expect(refused).toBe(1);
    expect(await treeSnapshot(join(root, "x"))).toEqual(before);
    expect(await readdir(root)).toEqual(["x"]);
  });
});
