import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createToolRuntime, type PermissionsInput, type ToolRuntime } from "../../../src/index.js";
import { temporaryFolder } from "../../backends/temporary-folder.js";
import { writeTree } from "../../backends/write-tree.js";
import { ASKED, DEFINED, OF_ECOSYSTEMS } from "./project-command-lists.js";

const FILES = {
  "package.json": JSON.stringify({
    scripts: { test: "vitest", build: "tsc", "lint:fix": "eslint --fix .", install: "x" },
  }),
  "node_modules/.bin/vitest": "",
  "node_modules/.bin/prettier": "",
  "node_modules/other/package.json": JSON.stringify({ scripts: { test: "x" } }),
  Makefile: "CC := gcc\nall: build\nbuild check:\n\tcc x.c\n.PHONY: all\n",
  justfile: "set shell := ['sh']\nalias t := test\ndefault:\n  x\n@test *args:\n  x\n",
  "Taskfile.yml":
    "version: '3'\nvars:\n  no: 1\ntasks:\n  test:\n    cmds:\n      - go test\n  'lint:all': x\n",
  Rakefile: "task :spec do\nend\ntask default: [:spec]\n",
  "pyproject.toml":
    '[tool.poe.tasks]\nlint = "ruff"\nfmt.cmd = "black"\n[tool.poe.tasks.types]\ncmd = "mypy"\n[tool.pdm.scripts]\nstart = "x"\n' +
    '[tool.hatch.envs.default.scripts]\ncov = "x"\n[tool.hatch.envs.docs.scripts]\nbuild = "x"\n[tool.other]\nno = 1\n',
  "composer.json": JSON.stringify({ scripts: { cs: "phpcs", update: "x" } }),
  ".cargo/config.toml": '[alias]\nxtask = "run -p xtask --"\n[net]\nno = 1\n',
  "deno.jsonc": '{ // tasks\n "tasks": { "dev": "deno run x // y", /* old */ "bench": "x", }, }',
  "mix.exs":
    'defmodule A do\n  defp aliases do\n    [\n      setup: ["deps.get"],\n      "assets.build": ["x"]\n    ]\n  end\n  def no do\n    [a: 1]\n  end\nend\n',
  "sub/package.json": JSON.stringify({ scripts: { dev: "x" } }),
  "embedded/.git/HEAD": "ref: refs/heads/main\n",
  "embedded/package.json": JSON.stringify({ scripts: { test: "x" } }),
  ".git/HEAD": "ref: refs/heads/main\n",
  "secrets/a.ts": "",
  ".env": "",
};

const PROJECT = { preset: "project", trustedFolders: ["."] } as const;
let parent = "";
let cwd = "";
beforeEach(async () => {
  parent = await temporaryFolder();
  cwd = join(parent, "app");
  mkdirSync(cwd);
  await writeTree(cwd, FILES);
  writeFileSync(join(parent, "outside.ts"), "");
});

/** Returns the commands with another verdict than the given one. */
async function others(verdict: string, commands: readonly string[], permissions: PermissionsInput = PROJECT) {
  await using runtime = createToolRuntime({ cwd, permissions });
  const decided = await verdicts(runtime, commands);
  return commands.filter((_, index) => decided[index] !== verdict);
}

async function verdicts(runtime: ToolRuntime, commands: readonly string[]) {
  const plan = await runtime.plan(
    commands.map((cmd, index) => ({ id: `${index}`, name: "Bash", input: { cmd } })),
  );
  return plan.calls.map(({ decision }) => decision?.verdict);
}

describe("the preset project", () => {
  it("allows the commands that files of the project define", async () => {
    expect(await others("allow", DEFINED)).toEqual([]);
  });

  it("allows the test, build, lint and format commands of each ecosystem", async () => {
    expect(await others("allow", OF_ECOSYSTEMS)).toEqual([]);
  });

  it("asks about all other commands, options, folders and definitions", async () => {
    expect(await others("ask", ASKED)).toEqual([]);
  });

  it("allows nothing more than amp without trusted folders, and other presets none of it", async () => {
    const commands = [...DEFINED, ...OF_ECOSYSTEMS];
    expect(await others("ask", commands, "project")).toEqual([]);
    expect(await others("ask", commands, { preset: "project", trustedFolders: ["sub"] })).toEqual([
      "npm --prefix sub run dev",
      "cd sub && npm run dev",
    ]);
    expect(await others("ask", commands, { preset: "amp", trustedFolders: ["."] })).toEqual([]);
    expect(await others("allow", ["git --version", "pwd", "ls"], "project")).toEqual([]);
  });

  it("obeys deny rules, ask rules and path rules", async () => {
    const rules = [
      { command: "npm run build *", verdict: "deny" },
      { command: "pytest *", verdict: "ask" },
      { path: "secrets/**", verdict: "deny" },
    ] as const;
    const permissions = { ...PROJECT, rules };
    expect(
      await others("deny", ["npm run build", "cd sub; npm run build", "eslint secrets/a.ts"], permissions),
    ).toEqual([]);
    expect(await others("ask", ["pytest -q", "eslint .", "prettier --write ."], permissions)).toEqual([]);
    expect(await others("allow", ["npm test", "eslint sub"], permissions)).toEqual([]);
  });

  it("does not confine the command, which may write and connect", async () => {
    await using runtime = createToolRuntime({ cwd, permissions: PROJECT });
    const { calls } = await runtime.plan(
      ["npm test", "npm test | tail -5"].map((cmd, index) => ({
        id: `${index}`,
        name: "Bash",
        input: { cmd },
      })),
    );
    expect(calls[0]?.decision?.confinement).toBeUndefined();
    expect(calls[0]?.decision?.reason).toBe('"npm test" is a command of a project in a trusted folder.');
    expect(calls[1]?.decision?.confinement).toEqual({ readOnly: false, programs: ["tail"] });
  });
});
