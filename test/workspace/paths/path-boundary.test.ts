import { link, mkdir, rename, symlink } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { fixture, newSession } from "../workspace-fixture.js";

describe("workspace.locate", () => {
  it.each([
    ["a.txt", "a.txt", true],
    ["./sub/../a.txt", "a.txt", true],
    ["sub/new/deep.txt", "sub/new/deep.txt", true],
    [".", "", true],
    ["..", "..", false],
    ["../outside.txt", "../outside.txt", false],
    ["sub/../../x", "../x", false],
    ["/etc/hosts", "/etc/hosts", false],
    ["/", "/", false],
    ["...", "...", true],
    ["..a/b", "..a/b", true],
  ])("resolves %s to %s, inside: %s", async (requested, expected, insideRoots) => {
    const { root, workspace, session } = await fixture({ "a.txt": "", "sub/b.txt": "" });
    const location = await workspace.locate(requested, session);
    expect(location.requested).toBe(requested);
    expect(location.path).toBe(expected.startsWith("/") ? expected : join(root, expected));
    expect(location.insideRoots).toBe(insideRoots);
  });

  it("compares roots by whole names", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "ws/x": "", "ws-evil/x": "" });
    const root = join(folder, "ws");
    const { workspace, session } = await fixture({}, { roots: [root] });
    expect((await workspace.locate(`${root}-evil/x`, session)).insideRoots).toBe(false);
    expect((await workspace.locate(root, session)).insideRoots).toBe(true);
    expect((await workspace.locate(`${root}/`, session)).insideRoots).toBe(true);
  });

  it("keeps the roots of its creation when a symlink replaces one before the first call", async () => {
    const folder = await temporaryFolder();
    await writeTree(folder, { "ws/x": "", "outside/secret": "CANARY" });
    const root = join(folder, "ws");
    const { workspace, session } = await fixture({}, { roots: [root] });
    await rename(root, `${root}-old`);
    await symlink(join(folder, "outside"), root);
    expect((await workspace.locate(join(root, "secret"), session)).insideRoots).toBe(false);
  });

  it("judges symlinks by their targets", async () => {
    const outside = await temporaryFolder();
    await writeTree(outside, { "sub/secret": "CANARY" });
    const { root, workspace, session } = await fixture({ "src/a.ts": "" });
    await symlink(outside, join(root, "out"));
    await symlink(join(outside, "new"), join(root, "dangling"));
    await symlink(join(outside, "sub"), join(root, "linkdir"));
    await symlink("src", join(root, "in"));
    await symlink("/proc/self/root/etc/hosts", join(root, "magic"));
    const inside = async (path: string) => (await workspace.locate(path, session)).insideRoots;
    expect(await inside("out/sub/secret")).toBe(false);
    expect(await inside("out/missing/file")).toBe(false);
    // A write would create the target outside.
    expect(await inside("dangling")).toBe(false);
    // The kernel resolves `linkdir/..` to the folder outside, whatever the text suggests.
    expect(await inside("linkdir/../owned")).toBe(false);
    expect(await inside("magic")).toBe(false);
    expect(await inside("in/a.ts")).toBe(true);
    expect((await workspace.locate("in/new.ts", session)).path).toBe(join(root, "src/new.ts"));
  });

  it("accepts several roots, specified through symlinks and nested in each other", async () => {
    const first = await temporaryFolder();
    await mkdir(join(first, "real"));
    await symlink("real", join(first, "link"));
    const { workspace, session } = await fixture(
      {},
      { roots: [join(first, "link"), join(first, "real/nested")] },
    );
    expect(workspace.roots).toEqual([join(first, "link"), join(first, "real/nested")]);
    expect((await workspace.locate(join(first, "link/a"), session)).insideRoots).toBe(true);
    expect((await workspace.locate(join(first, "real/a"), session)).insideRoots).toBe(true);
    expect((await workspace.locate(join(first, "a"), session)).insideRoots).toBe(false);
  });

  it("starts at the session's folder and expands the home folder", async () => {
    const { root, workspace } = await fixture({ "sub/a.txt": "x" });
    const session = newSession(join(root, "sub"));
    expect((await workspace.locate("a.txt", session)).stat?.size).toBe(1);
    expect((await workspace.locate("~/.collet-none", session)).path).toBe(join(homedir(), ".collet-none"));
  });

  it("recognises secret and protected paths by either name", async () => {
    const { root, workspace, session } = await fixture({
      ".env": "K=1",
      "settings/prod": "K=2",
      ".git/config": "",
      "venv/.env/x": "",
    });
    await symlink(".env", join(root, "notes.txt"));
    await symlink("settings/prod", join(root, ".env.prod"));
    await symlink(".git", join(root, "repo"));
    const locate = (path: string) => workspace.locate(path, session);
    expect(await locate("notes.txt")).toMatchObject({ secret: true, protected: false });
    expect(await locate(".env.prod")).toMatchObject({ secret: true });
    expect(await locate("repo/hooks/pre-commit")).toMatchObject({ protected: true });
    expect(await locate("docs/.git/../HEADER")).toMatchObject({ protected: false });
    // A folder of that name is a Python virtual environment.
    expect(await locate("venv/.env")).toMatchObject({ secret: false });
    expect(await locate("settings/prod")).toMatchObject({ secret: false, protected: false });
  });

  it("recognises a secret by another name of the same file, in its folder and its parents up to the root", async () => {
    const { root, workspace, session } = await fixture({
      ".env": "K=1",
      "a/b/c.txt": "",
      "a/.env": "K=2",
      "a/b/prod.key": "K=3",
      "x/.env": "K=4",
      "plain.txt": "",
    });
    const secretAs = async (name: string, other: string) => {
      await link(join(root, name), join(root, other));
      return (await workspace.locate(other, session)).secret;
    };
    expect(await secretAs(".env", "a/b/one.txt")).toBe(true);
    expect(await secretAs("a/.env", "a/b/two.txt")).toBe(true);
    expect(await secretAs("a/b/prod.key", "a/b/three.txt")).toBe(true);
    expect(await secretAs("plain.txt", "a/plain.txt")).toBe(false);
    // It is unknown where else a file has a name.
    expect(await secretAs("x/.env", "a/four.txt")).toBe(false);
    expect((await workspace.locate("a/b/c.txt", session)).secret).toBe(false);
  });

  it("accepts further secret and protected names from the host", async () => {
    const { workspace, session } = await fixture(
      {},
      { secretPaths: ["vault/*.txt"], protectedPaths: ["deploy/"] },
    );
    expect(await workspace.locate("vault/a.txt", session)).toMatchObject({ secret: true });
    expect(await workspace.locate("deploy/prod/x.yml", session)).toMatchObject({ protected: true });
    expect(await workspace.locate(".env", session)).toMatchObject({ secret: true });
    expect(await workspace.locate("src/vault.txt", session)).toMatchObject({ secret: false });
  });

  it.each([
    ["a\0b", "invalid-path"],
    ["", "invalid-path"],
    ["loop", "symlink-loop"],
    ["a.txt/b", "not-a-directory"],
    ["x".repeat(300), "invalid-path"],
  ])("refuses %j with %s", async (path, code) => {
    const { root, workspace, session } = await fixture({ "a.txt": "" });
    await symlink("loop", join(root, "loop"));
    await expect(workspace.locate(path, session)).rejects.toMatchObject({ code });
  });
});
