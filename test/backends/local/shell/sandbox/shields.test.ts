import { existsSync, readdirSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Placeholders } from "../../../../../src/backends/local/shell/sandbox/placeholders.js";
import { planShields } from "../../../../../src/backends/local/shell/sandbox/shields.js";
import { temporaryFolder } from "../../../temporary-folder.js";
import { writeTree } from "../../../write-tree.js";

const NAMES = [".git/hooks", ".git/config", ".vscode", ".mcp.json"];

describe("planShields", () => {
  it("shields existing names, and pins their parent folders so that they cannot be moved", async () => {
    const root = await temporaryFolder();
    await writeTree(root, { ".git/config": "", ".git/hooks/a": "", ".vscode/x": "" });
    expect(planShields([root], NAMES)).toEqual({
      shields: [
        { path: join(root, ".git"), access: "pinned" },
        { path: join(root, ".git/hooks"), access: "read-only" },
        { path: join(root, ".git/config"), access: "read-only" },
        { path: join(root, ".vscode"), access: "read-only" },
      ],
      placeholders: [],
    });
  });

  it("shields missing names of git's own folder, from the first missing part on, and no others", async () => {
    const root = await temporaryFolder();
    expect(planShields([root], NAMES)).toEqual({
      shields: [{ path: join(root, ".git"), access: "read-only" }],
      placeholders: [{ path: join(root, ".git"), type: "directory" }],
    });
    await mkdir(join(root, ".git"));
    expect(planShields([root], NAMES)).toEqual({
      shields: [
        { path: join(root, ".git"), access: "pinned" },
        { path: join(root, ".git/hooks"), access: "read-only" },
        { path: join(root, ".git/config"), access: "read-only" },
      ],
      placeholders: [
        { path: join(root, ".git/hooks"), type: "directory" },
        { path: join(root, ".git/config"), type: "file" },
      ],
    });
  });

  it("shields the file that a worktree has for .git, and skips symlinks", async () => {
    const root = await temporaryFolder();
    await writeTree(root, { ".git": "gitdir: /elsewhere" });
    await symlink("/elsewhere", join(root, ".vscode"));
    expect(planShields([root], NAMES)).toEqual({
      shields: [{ path: join(root, ".git"), access: "read-only" }],
      placeholders: [],
    });
  });

  it("treats the placeholder of another command as missing", async () => {
    const root = await temporaryFolder();
    const placeholders = new Placeholders();
    const leave = placeholders.take(planShields([root], NAMES).placeholders);
    expect(planShields([root], NAMES, (path) => placeholders.has(path)).placeholders).toEqual([
      { path: join(root, ".git"), type: "directory" },
    ]);
    leave();
  });
});

describe("placeholders", () => {
  it("placeholders are removed when the last command that needs them is over", async () => {
    const root = await temporaryFolder();
    const placeholders = new Placeholders();
    const plan = [
      { path: join(root, ".git"), type: "directory" },
      { path: join(root, "config"), type: "file" },
    ] as const;
    const leaveFirst = placeholders.take(plan);
    const leaveSecond = placeholders.take(plan);
    leaveFirst();
    leaveFirst();
    expect(readdirSync(root).sort()).toEqual([".git", "config"]);
    leaveSecond();
    expect(readdirSync(root)).toEqual([]);
  });

  it("stay when they have content, and are not created over existing files", async () => {
    const root = await temporaryFolder();
    const placeholders = new Placeholders();
    const leave = placeholders.take([
      { path: join(root, "folder"), type: "directory" },
      { path: join(root, "file"), type: "file" },
    ]);
    await writeTree(root, { "folder/kept": "", file: "kept" });
    leave();
    expect(readdirSync(root).sort()).toEqual(["file", "folder"]);

    placeholders.take([{ path: join(root, "file"), type: "file" }])();
    expect(existsSync(join(root, "file"))).toBe(true);
  });
});
