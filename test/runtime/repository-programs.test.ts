import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createToolRuntime, type ToolRuntimeOptions } from "../../src/index.js";
import { temporaryFolder } from "../backends/temporary-folder.js";
import { writeTree } from "../backends/write-tree.js";

/** A repository whose configuration names a program in it, which creates a file when git starts it. */
async function repository(): Promise<{ cwd: string; ran: string }> {
  const folder = await temporaryFolder();
  const cwd = join(folder, "app");
  const ran = join(folder, "ran");
  await writeTree(cwd, {
    "a.txt": "a\n",
    "tools/monitor": `#!/bin/sh\necho ran > '${ran}'\nprintf '/\\0'\n`,
  });
  await chmod(join(cwd, "tools/monitor"), 0o755);
  const git = (...words: string[]) => execFileSync("git", words, { cwd, stdio: "ignore" });
  git("init", "-q");
  git("add", "a.txt");
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "first");
  git("config", "core.fsmonitor", join(cwd, "tools/monitor"));
  return { cwd, ran };
}

async function status(options: ToolRuntimeOptions): Promise<string> {
  await using runtime = createToolRuntime(options);
  return (await runtime.execute({ id: "1", name: "Bash", input: { cmd: "git status --short" } })).status;
}

describe("a git command in a trusted folder", () => {
  it("does not start the repository's file system monitor without a question", async () => {
    const { cwd, ran } = await repository();
    // Without the sandbox, because the test is about the settings.
    const shell = { unasked: { sandbox: "off" } } as const;
    expect(await status({ cwd, permissions: { trustedFolders: [cwd] }, shell })).toBe("done");
    expect(existsSync(ran)).toBe(false);
  });

  it("does not start the file system monitor of an embedded repository", async () => {
    const { cwd, ran } = await repository();
    const inner = join(cwd, "inner");
    const git = (...words: string[]) => execFileSync("git", words, { cwd: inner, stdio: "ignore" });
    await writeTree(inner, { "b.txt": "b\n" });
    git("init", "-q");
    git("add", "b.txt");
    git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "first");
    git("config", "core.fsmonitor", join(cwd, "tools/monitor"));
    // A link to a commit of the inner repository, without a `.gitmodules`: the outer status reads the folder.
    execFileSync("git", ["-c", "core.fsmonitor=false", "add", "inner"], { cwd, stdio: "ignore" });
    const shell = { unasked: { sandbox: "off" } } as const;
    expect(await status({ cwd, permissions: { trustedFolders: [cwd] }, shell })).toBe("done");
    expect(existsSync(ran)).toBe(false);
  });

  it("starts the repository's file system monitor when the host allows every command", async () => {
    const { cwd, ran } = await repository();
    expect(await status({ cwd, permissions: "allow-all" })).toBe("done");
    expect(existsSync(ran)).toBe(true);
  });
});
