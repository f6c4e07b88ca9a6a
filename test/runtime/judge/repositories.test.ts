import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolRuntime, type PermissionsInput } from "../../../src/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";

const IDENTITY = ["-c", "user.name=a", "-c", "user.email=a@example.org"];

function git(cwd: string, ...words: string[]): void {
  execFileSync("git", [...IDENTITY, ...words], { cwd, stdio: "ignore" });
}

let template = "";
beforeAll(async () => {
  template = join(realpathSync(mkdtempSync(join(tmpdir(), "collet-repositories-"))), "template");
  await writeTree(template, { "a.txt": "a\n", "src/b.ts": "b\n" });
  git(template, "init", "-q", "-b", "main");
  git(template, "remote", "add", "origin", "https://example.org/x.git");
  git(template, "add", ".");
  git(template, "commit", "-qm", "first");
  writeFileSync(join(template, "a.txt"), "changed\n");
});
afterAll(() => rmSync(join(template, ".."), { recursive: true, force: true }));

/** Returns a new folder with a copy of the repository. */
async function repository(): Promise<string> {
  const cwd = join(await temporaryFolder(), "app");
  cpSync(template, cwd, { recursive: true });
  return cwd;
}

/** Returns the verdicts about commands. */
async function verdicts(
  cwd: string,
  commands: readonly string[],
  permissions: PermissionsInput = "default",
): Promise<readonly (string | undefined)[]> {
  await using runtime = createToolRuntime({ cwd, permissions });
  const plan = await runtime.plan(
    commands.map((cmd, index) => ({ id: `${index}`, name: "Bash", input: { cmd } })),
  );
  return plan.calls.map(({ decision }) => decision?.verdict);
}

describe("git in a repository whose configuration names no program", () => {
  it("runs without trust where it only reads", async () => {
    const cwd = await repository();
    const commands = [
      "git status --short",
      "git diff",
      "git log -p --oneline",
      "cd src && git status",
      "cd src; git diff",
      "git -C src log",
      "cd src && git log && cd .. && git diff",
    ];
    expect(await verdicts(cwd, commands)).toEqual(commands.map(() => "allow"));
    expect(await verdicts(cwd, ["git commit -m x", "cd .. && git status", "git -C .. status"])).toEqual([
      "ask",
      "ask",
      "ask",
    ]);
  });

  it("reads an index of version 4", async () => {
    const cwd = await repository();
    git(cwd, "update-index", "--index-version", "4");
    expect(await verdicts(cwd, ["git diff"])).toEqual(["allow"]);
  });

  it.each<[string, string]>([
    ["a file system monitor", "[core]\n\tfsmonitor = ./x\n"],
    ["a filter", '[filter "x"]\n\tclean = ./x\n'],
    ["a text conversion", '[diff "x"]\n\ttextconv = ./x\n'],
    ["an external diff", "[diff]\n\texternal = ./x\n"],
    ["a signature checker", "[gpg]\n\tprogram = ./x\n"],
    ["another file of settings", "[include]\n\tpath = ../x\n"],
    ["another working tree", "[core]\n\tworktree = ..\n"],
    ["missing objects elsewhere", '[remote "origin"]\n\tpromisor = true\n'],
    ["settings of a working tree", "[extensions]\n\tworktreeConfig = true\n"],
    ["a setting on the line of its section", "[core] fsmonitor = ./x\n"],
    ["a value that continues", "[user]\n\tname = a\\\n[core]\n\tfsmonitor = ./x\n"],
    ["a section in an old form", "[diff.x]\n\ttextconv = ./x\n"],
  ])("asks if the configuration contains %s", async (_title, text) => {
    const cwd = await repository();
    appendFileSync(join(cwd, ".git/config"), text);
    expect(await verdicts(cwd, ["git status"])).toEqual(["ask"]);
    expect(await verdicts(cwd, ["git status"], { trustedFolders: ["."] })).toEqual(["allow"]);
  });

  it.each<[string, (cwd: string) => void]>([
    [
      "its objects are those of another one",
      (cwd) => writeFileSync(join(cwd, ".git/objects/info/alternates"), "/x/objects\n"),
    ],
    [
      "a folder of its objects is a link",
      (cwd) => {
        renameSync(join(cwd, ".git/objects/pack"), join(cwd, "../pack"));
        symlinkSync("../../../pack", join(cwd, ".git/objects/pack"));
      },
    ],
    ["its data are in another folder", (cwd) => writeFileSync(join(cwd, ".git/commondir"), "../.git\n")],
    [
      "its folder is elsewhere",
      (cwd) => {
        renameSync(join(cwd, ".git"), join(cwd, "../data"));
        writeFileSync(join(cwd, ".git"), "gitdir: ../data\n");
      },
    ],
    [
      "it contains a commit of another one",
      (cwd) => {
        cpSync(template, join(cwd, "inner"), { recursive: true });
        git(cwd, "add", "inner");
      },
    ],
    ["its index is damaged", (cwd) => writeFileSync(join(cwd, ".git/index"), "DIRC damaged, and too long")],
    ["its index is split", (cwd) => git(cwd, "update-index", "--split-index")],
    [
      "it contains the working folder",
      (cwd) => {
        renameSync(join(cwd, ".git"), join(cwd, "../.git"));
      },
    ],
    ...[
      "info/grafts",
      "info/attributes",
      "info/exclude",
      "shallow",
      "packed-refs",
      "FETCH_HEAD",
      "refs/stash",
      "objects/pack/pack-1.pack",
      "refs/heads/deep/branch",
      "logs/HEAD",
      "logs/refs/heads/main",
      "sequencer/todo",
      "rebase-apply/head-name",
      "rebase-merge/onto",
      "unknown/x",
    ].map((name): [string, (cwd: string) => void] => [
      `${name} is a link, whose lines git would print as wrong ones`,
      (cwd) => {
        writeFileSync(join(cwd, "a.env"), "KEY=1\n");
        rmSync(join(cwd, ".git", name), { force: true });
        mkdirSync(dirname(join(cwd, ".git", name)), { recursive: true });
        symlinkSync(join(cwd, "a.env"), join(cwd, ".git", name));
      },
    ]),
    [
      "it has more folders than are searched",
      (cwd) => {
        for (let at = 0; at < 1_000; at += 1) mkdirSync(join(cwd, `.git/refs/heads/${at}`));
      },
    ],
    [
      "its folders are too deep to be searched",
      (cwd) => mkdirSync(join(cwd, ".git/refs", "d/".repeat(40)), { recursive: true }),
    ],
  ])("asks if %s", async (_title, change) => {
    const cwd = await repository();
    change(cwd);
    expect(await verdicts(cwd, ["git status"])).toEqual(["ask"]);
  });

  it("asks during a rebase whose steps are links, which git status would print", async () => {
    const cwd = await repository();
    writeFileSync(join(cwd, "../secret.txt"), "KEY=1\n");
    mkdirSync(join(cwd, ".git/rebase-merge"));
    writeFileSync(join(cwd, ".git/rebase-merge/interactive"), "");
    for (const name of ["head-name", "git-rebase-todo", "onto"])
      symlinkSync(join(cwd, "../secret.txt"), join(cwd, ".git/rebase-merge", name));
    expect(execFileSync("git", ["status"], { cwd, encoding: "utf8" })).toContain("KEY=1");
    expect(await verdicts(cwd, ["git status"])).toEqual(["ask"]);
  });

  it("counts as plain with branches in folders, during a rebase, and with one that is named as a list of objects", async () => {
    const cwd = await repository();
    git(cwd, "branch", "a/b/alternates");
    mkdirSync(join(cwd, ".git/rebase-merge"));
    writeFileSync(join(cwd, ".git/rebase-merge/interactive"), "");
    expect(await verdicts(cwd, ["git status"])).toEqual(["allow"]);
  });

  it("counts as plain with a link in the place of its hooks", async () => {
    const cwd = await repository();
    rmSync(join(cwd, ".git/hooks"), { recursive: true, force: true });
    symlinkSync("../hooks", join(cwd, ".git/hooks"));
    expect(await verdicts(cwd, ["git status"])).toEqual(["allow"]);
  });

  it("asks once its configuration changes", async () => {
    const cwd = await repository();
    await using runtime = createToolRuntime({ cwd });
    const verdict = async () =>
      (await runtime.plan([{ id: "1", name: "Bash", input: { cmd: "git status" } }])).calls[0]?.decision
        ?.verdict;
    expect(await verdict()).toBe("allow");
    appendFileSync(join(cwd, ".git/config"), "[core]\n\tfsmonitor = ./x\n");
    expect(await verdict()).toBe("ask");
    rmSync(join(cwd, ".git/config"));
    expect(await verdict()).toBe("ask");
  });

  it("asks in an embedded one", async () => {
    const cwd = await repository();
    mkdirSync(join(cwd, "vendor"));
    cpSync(template, join(cwd, "vendor/lib"), { recursive: true });
    expect(await verdicts(cwd, ["git -C vendor/lib status", "cd vendor/lib && git status"])).toEqual([
      "ask",
      "ask",
    ]);
  });
});

describe("git in a repository that tracks a secret file", () => {
  it.each([
    ["by default", "default" as PermissionsInput],
    ["in a trusted folder", { trustedFolders: ["."] } as PermissionsInput],
  ])("asks where it prints contents, %s", async (_title, permissions) => {
    const cwd = await repository();
    writeFileSync(join(cwd, "src/.env"), "KEY=1\n");
    git(cwd, "add", "-f", "src/.env");
    const printing = [
      "git diff",
      "git log -p",
      "git show",
      "git show HEAD~1",
      "git stash list && git diff --cached",
      "git -C src diff",
      "cd src && git diff",
      "git status -v",
      "git status --short --verbose",
      "git log --check",
      "git reflog --check",
    ];
    expect(await verdicts(cwd, printing, permissions)).toEqual(printing.map(() => "ask"));
    const listing = ["git status", "git log --oneline", "git ls-files", "git branch -a"];
    expect(await verdicts(cwd, listing, permissions)).toEqual(listing.map(() => "allow"));
  });
});
