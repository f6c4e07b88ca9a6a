import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";

const PRIVATE_KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nKEY\n";

const ORDINARY = { "a.txt": "KEY\n", "src/b.ts": "KEY\n" };

async function verdict(command: string, files: Readonly<Record<string, string>>, repository = true) {
  const cwd = await temporaryFolder();
  await writeTree(cwd, { ...ORDINARY, ...files });
  if (repository) execFileSync("git", ["init", "-q", cwd]);
  await using runtime = createToolRuntime({ cwd });
  const plan = await runtime.plan([{ id: "1", name: "Bash", input: { cmd: command } }]);
  await rm(join(cwd, ".git"), { recursive: true, force: true });
  const { decision } = plan.calls[0] ?? {};
  return `${decision?.verdict}: ${decision?.reason}`;
}

describe("a search of a whole folder by a command", () => {
  it.each([
    "rg KEY",
    "rg -n KEY .",
    "rg KEY src",
    "cat a.txt | rg KEY",
    "cd src && rg KEY",
    "grep -rn KEY src",
    "rg -uu KEY src",
    "diff a.txt src/b.ts",
  ])("runs unasked when it reads no secret: %s", async (command) => {
    expect(await verdict(command, { ".env": "KEY\n" })).toMatch(/^allow/);
  });

  it.each([
    ["a secret that is not hidden", "rg KEY", { "config/secrets.yaml": "KEY\n" }],
    ["a key file", "rg KEY src", { "src/server.pem": "KEY\n" }],
    ["a hidden secret that an ignore file lets in", "rg KEY", { ".ignore": "!.env\n", ".env": "KEY\n" }],
    [
      "a folder of secrets that an ignore file lets in",
      "rg KEY",
      { ".rgignore": "!.ssh\n", ".ssh/id_rsa": "KEY\n" },
    ],
    [
      "a secret below where it goes",
      "cd src && rg KEY",
      { "src/deep/.netrc": "KEY\n", "src/.ignore": "!.netrc\n" },
    ],
    ["a secret among several folders", "rg KEY src config", { "config/credentials.json": "{}\n" }],
    ["a secret that a glob does not leave out", "rg -e KEY -g '!x'", { "config/credentials.json": "{}\n" }],
    ["a hidden secret with grep", "grep -rn KEY .", { ".env": "KEY\n" }],
    ["a hidden secret below a folder with grep", "grep -r KEY src", { "src/deep/.env": "KEY\n" }],
    ["a hidden secret with an option", "rg --hidden KEY", { ".env": "KEY\n" }],
    ["an ignored secret", "rg -uu KEY", { ".gitignore": "dist\n", "dist/.env": "KEY\n" }],
    ["an ignored key", "rg --no-ignore KEY src", { ".gitignore": "*.txt\n", "src/x.txt": PRIVATE_KEY }],
    ["folders that it compares", "diff src lib", { "lib/b.ts": "KEY\n" }],
    ["a secret behind a wrapper", "timeout 5 rg KEY", { "config/credentials.json": "{}\n" }],
  ])("asks when it reads %s: %s", async (_what, command, files) => {
    expect(await verdict(command, files)).toMatch(/^ask: .*all of which the command reads/);
  });

  it.each([
    ["rg KEY .ssh", { ".ssh/id_rsa": "KEY\n" }],
    ["rg -t ts KEY src/.env", { "src/.env": "KEY\n" }],
    ["rg -g '*.ts' KEY src/../.env", { ".env": "KEY\n" }],
  ])("asks about a secret that it names: %s", async (command, files) => {
    expect(await verdict(command, files)).toMatch(/^ask: .*(?:a secret file|protected)/);
  });

  it.each(["rg -t ts KEY", "rg -g '*.ts' KEY config", "rg --files", "rg KEY src"])(
    "runs unasked when it excludes the secret or shows only its name: %s",
    async (command) => {
      expect(await verdict(command, { "config/credentials.json": "{}\n" })).toMatch(/^allow/);
    },
  );

  it.each([
    ["a private key with a harmless name", "rg KEY", { "src/deploy.txt": PRIVATE_KEY }],
    ["one of another kind", "cd src && rg KEY", { "src/b.cfg": "AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQ\n" }],
    ["one that a glob names", "rg -g '*.txt' KEY", { "src/deploy.txt": PRIVATE_KEY }],
    ["a hidden secret that a glob lets in", "rg -g '*.txt' KEY", { ".env.txt": "KEY\n" }],
    ["a hidden secret that a type lets in", "rg -tts KEY", { "src/.env.ts": "KEY\n" }],
    [
      "an ignored secret that a glob lets in",
      "rg -g '*.ts' KEY",
      { ".gitignore": ".env*\n", ".env.ts": "KEY\n" },
    ],
    [
      "a folder of secrets of which an ignore file lets in what a type names",
      "rg -tmd KEY",
      { ".ignore": "!.ssh\n", ".ssh/notes.md": "KEY\n" },
    ],
  ])("asks when the narrowed search reads %s: %s", async (_what, command, files) => {
    expect(await verdict(command, files)).toMatch(/^ask: .*all of which the command reads/);
  });

  it.each([
    ["a key is of another kind of file than it reads", "rg -tts KEY", { "src/deploy.cfg": PRIVATE_KEY }],
    ["secrets are of other kinds", "rg -g '*.ts' KEY", { ".env": "KEY\n", "config/secrets.yaml": "KEY\n" }],
    ["code only mentions a key", "rg KEY", { "src/c.ts": 'const mark = "-----BEGIN PRIVATE KEY-----";\n' }],
  ])("runs unasked when %s: %s", async (_what, command, files) => {
    expect(await verdict(command, files)).toMatch(/^allow/);
  });

  it("runs unasked when git ignores the secret, and asks without a repository", async () => {
    const files = { ".gitignore": "secrets.yaml\n", "secrets.yaml": "KEY\n" };
    expect(await verdict("rg KEY", files)).toMatch(/^allow/);
    expect(await verdict("rg KEY", files, false)).toMatch(/^ask/);
  });
});
