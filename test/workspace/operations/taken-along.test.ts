import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../../src/backends/local/index.js";
import type { ToolError } from "../../../src/contract/index.js";
import { holdsProtected } from "../../../src/workspace/paths/holds-protected.js";
import { isProtectedPath } from "../../../src/workspace/paths/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { fixture } from "../workspace-fixture.js";

const code = (error: ToolError) => error.code;

/** Folders that contain a protected path: that path, and the folder that is moved or removed. */
const FOLDERS: readonly (readonly [held: string, folder: string])[] = [
  ["templates/repo/.git/config", "templates/repo"],
  ["templates/repo/.git/config", "templates"],
  ["a/.git", "a"],
  ["a/b/c/d/e/.github/workflows/x.yml", "a/b"],
  ["a/pkg/.vscode/tasks.json", "a"],
  ["a/bare/HEAD", "a"],
  ["a/.npmrc", "a"],
  ["a/node_modules/x/y/.cargo/config.toml", "a/node_modules/x"],
];

describe("a folder that contains a protected path", () => {
  it.each(FOLDERS)(
    "needs an approval to move a folder with a protected path: %s by %s",
    async (held, folder) => {
      const { root, files, call } = await fixture({ [held]: "x", "z/plain.txt": "1" });
      await expect(files.move(folder, "elsewhere")).rejects.toSatisfy(
        (error: ToolError) => code(error) === "protected-path",
      );
      expect(await readdir(root)).not.toContain("elsewhere");
      await call({ approvedPaths: new Set([join(root, folder)]) }).move(folder, "elsewhere");
      expect(await readdir(root)).toContain("elsewhere");
    },
  );

  it.each(FOLDERS)(
    "needs an approval to remove a folder with a protected path: %s by %s",
    async (held, folder) => {
      const { root, files, call } = await fixture({ [held]: "x", "z/plain.txt": "1" });
      const before = await readdir(root, { recursive: true });
      await expect(files.remove(folder, { recursive: true })).rejects.toSatisfy(
        (error: ToolError) => code(error) === "protected-path",
      );
      expect(await readdir(root, { recursive: true })).toEqual(before);
      await call({ approvedPaths: new Set([join(root, folder)]) }).remove(folder, { recursive: true });
    },
  );

  it("asks in agreement with the judgement before the call", async () => {
    const { workspace, session } = await fixture({ "t/r/.git/config": "x", "s/a.ts": "1" });
    const keep = { finalSymlink: "keep" } as const;
    expect((await workspace.locate("t", session, keep)).protected).toBe(true);
    expect((await workspace.locate("s", session, keep)).protected).toBe(false);
    // Reading or listing does not affect a protected path.
    expect((await workspace.locate("t", session)).protected).toBe(false);
  });

  it.each([
    ["src/a.ts", "src"],
    ["src/deep/er/hooks/index.ts", "src"],
    ["a/node_modules/x/.npmrc", "a"],
    ["git/config", "git"],
  ])("handles ordinary folders without an approval: %s by %s", async (held, folder) => {
    const { root, files } = await fixture({ [held]: "x", "z/plain.txt": "1" });
    await files.move(folder, "elsewhere");
    await files.remove("elsewhere", { recursive: true });
    expect(await readdir(root)).not.toContain("elsewhere");
  });

  it("does not search node_modules for protected paths", async () => {
    const { root, files } = await fixture({ "node_modules/x/.github/workflows/x.yml": "x" });
    await files.remove("node_modules", { recursive: true });
    expect(await readdir(root)).toEqual([]);
  });

  it("needs an approval to undo a move of a protected path", async () => {
    const { root, files, call } = await fixture({ "t/.git/config": "x" });
    await call({ approvedPaths: new Set([join(root, "t")]) }).move("t", "u");
    await expect(files.undo()).rejects.toSatisfy((error: ToolError) => code(error) === "protected-path");
    await call({ approvedPaths: new Set([join(root, "u")]) }).undo();
    expect(await readdir(root)).toEqual(["t"]);
  });

  it("needs an approval to undo a removal of a protected path", async () => {
    const { root, files, call } = await fixture({ "t/deep/.github/workflows/x.yml": "x", "t/a.ts": "1" });
    const approved = () => call({ approvedPaths: new Set([join(root, "t")]) });
    await approved().remove("t", { recursive: true });
    await expect(files.undo()).rejects.toSatisfy((error: ToolError) => code(error) === "protected-path");
    expect(await readdir(root)).toEqual([]);
    await approved().undo();
    expect((await readdir(root, { recursive: true })).length).toBe(6);
  });

  it.each(["write", "remove", "move"])("asks again when a %s of a protected file is undone", async (how) => {
    const held = ".vscode/tasks.json";
    const { root, files, call } = await fixture({ [held]: "{}", "plain.json": "{}" });
    const approved = () => call({ approvedPaths: new Set([join(root, held), join(root, "moved.json")]) });
    if (how === "write") await approved().writeText(held, "[]", { overwrite: true });
    else if (how === "remove") await approved().remove(held);
    else await approved().move(held, "moved.json");
    await expect(files.undo()).rejects.toSatisfy((error: ToolError) => code(error) === "protected-path");
    await approved().undo();
    expect(await readdir(join(root, ".vscode"))).toEqual(["tasks.json"]);
  });
});

describe("the search for protected paths in a folder", () => {
  const files = localBackend().files;
  const isProtected = isProtectedPath;

  it("returns true for a folder that is too large to search", async () => {
    const wide = await temporaryFolder();
    await Promise.all(Array.from({ length: 1_001 }, (_, index) => mkdir(join(wide, `d${index}`))));
    expect(await holdsProtected(files, { folder: wide, isProtected })).toBe(true);
    const below = await temporaryFolder();
    await Promise.all(Array.from({ length: 900 }, (_, index) => mkdir(join(below, `d${index}`))));
    expect(await holdsProtected(files, { folder: below, isProtected })).toBe(false);
  });

  it("does not follow symlinks in the search", async () => {
    const folder = await temporaryFolder();
    const other = await temporaryFolder();
    await mkdir(join(other, ".git"));
    await symlink(other, join(folder, "link"));
    await writeFile(join(folder, "a.txt"), "1");
    expect(await holdsProtected(files, { folder, isProtected })).toBe(false);
  });

  it("returns true for a folder that cannot be listed, and false for a missing one", async () => {
    const top = await temporaryFolder();
    expect(await holdsProtected(files, { folder: join(top, "gone"), isProtected })).toBe(false);
    const folder = join(top, "file");
    await writeFile(folder, "1");
    expect(await holdsProtected(files, { folder, isProtected })).toBe(true);
  });
});
