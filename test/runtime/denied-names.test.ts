import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolRuntime, type PermissionRule, type ToolResult } from "../../src/index.js";
import { TOOLSETS } from "../../src/toolsets/index.js";
import { writeTree } from "../backends/write-tree.js";

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "collet-denied-")));
  await writeTree(folder, {
    "src/a.ts": "needle\n",
    "src/b.ts": "needle\n",
    "private/hushed.ts": "needle\n",
    "private/deep/hushed-too.ts": "needle\n",
    "src/hushed.local.ts": "needle\n",
  });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const DENIED: readonly PermissionRule[] = [
  { path: "private/**", verdict: "deny" },
  { path: "**/*.local.ts", verdict: "deny" },
];

async function see(name: string, input: object, permissions = DENIED, toolset = "amp"): Promise<ToolResult> {
  const chosen = TOOLSETS[toolset as keyof typeof TOOLSETS];
  await using runtime = createToolRuntime({ cwd: folder, permissions, toolset: chosen });
  return await runtime.execute({ id: "1", name, input });
}

const ASKED: readonly (readonly [toolset: string, name: string, input: object])[] = [
  ["amp", "glob", { filePattern: "**/*.ts" }],
  ["amp", "list", {}],
  ["amp", "list", { path: "src" }],
  ["amp", "Grep", { pattern: "needle" }],
  ["amp", "Read", { path: "src" }],
  ["amp", "Read", { path: "src/hushd.loca.ts" }],
  ["opencode", "list", {}],
  ["opencode", "glob", { pattern: "**/*.ts" }],
  ["opencode", "read", { filePath: "src" }],
  ["claude-code", "Glob", { pattern: "**/*.ts" }],
  ["gemini-cli", "list_directory", { dir_path: "src" }],
  ["gemini-cli", "glob", { pattern: "**/*.ts" }],
];

describe("names that a path rule denies", () => {
  it.each(ASKED)("hides denied names in %s %s %j", async (toolset, name, input) => {
    const text = JSON.stringify(await see(name, input, DENIED, toolset));
    expect(text).not.toMatch(/hushed|deep/);
  });

  it.each(ASKED)("shows the names without the rule in %s %s %j", async (toolset, name, input) => {
    expect(JSON.stringify(await see(name, input, [], toolset))).toMatch(/hushed/);
  });

  it("excludes denied names from counts", async () => {
    const result = await see("glob", { filePattern: "**/*.ts", limit: 1 });
    expect(result).toMatchObject({ status: "done", result: { remaining: 1 } });
    const all = await see("glob", { filePattern: "**/*.ts", limit: 1 }, []);
    expect(all).toMatchObject({ status: "done", result: { remaining: 4 } });
  });

  it("excludes denied links from the number of skipped links", async () => {
    await symlink(tmpdir(), join(folder, "private/link"));
    expect(JSON.stringify(await see("glob", { filePattern: "**/*.ts" }))).not.toContain("Skipped");
    expect(JSON.stringify(await see("glob", { filePattern: "**/*.ts" }, []))).toContain("Skipped: 1 link ");
  });

  it("shows a folder with denied names only as empty", async () => {
    const rules: readonly PermissionRule[] = [{ path: "src/*", verdict: "deny" }];
    expect(JSON.stringify(await see("list", { path: "src" }, rules))).toContain("The folder is empty.");
    expect(JSON.stringify(await see("glob", { filePattern: "src/*.ts" }, rules))).not.toContain("ignored");
  });

  it("shows names if a rule only asks about the content", async () => {
    const text = JSON.stringify(
      await see("glob", { filePattern: "**/*.ts" }, [{ path: "private/**", verdict: "ask" }]),
    );
    expect(text).toContain("hushed-too");
  });
});
