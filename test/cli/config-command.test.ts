import { PassThrough } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { ConfiguredFolder } from "../config/configured-folder.js";

const SETTINGS = {
  permissions: {
    allow: ["Bash(npm run test:*)", "Write(docs/**)", "Bash(aws s3 ls)"],
    ask: ["Bash(git push *)"],
    deny: ["Bash(aws *)"],
  },
};

async function run(folder: ConfiguredFolder, ...args: readonly string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const said = Promise.all([readAll(stdout), readAll(stderr)]);
  const exitCode = await runCommandLine(["config", ...args, "--home", folder.home], {
    ...{ stdin, stdout, stderr, cwd: folder.project },
    signal: new AbortController().signal,
    interrupt: () => undefined,
  });
  stdout.end();
  stderr.end();
  const [output, errors] = await said;
  return { exitCode, output: output.replaceAll(folder.root, ""), errors };
}

describe("collet config check", () => {
  it("lists rules that never match and rules that are never reached", async () => {
    using folder = new ConfiguredFolder({ "home/.claude/settings.json": SETTINGS });
    expect(await run(folder, "check")).toEqual({
      exitCode: 1,
      errors: "",
      output: `never-matches /home/.claude/settings.json:5 Write(docs/**)
  Claude Code compares paths only with rules for Read and Edit: write Edit(docs/**).
conflict /home/.claude/settings.json:6 Bash(aws s3 ls)
  The rule Bash(aws *) (/home/.claude/settings.json:12) always decides before this rule.
`,
    });
  });

  it("prints JSON", async () => {
    using folder = new ConfiguredFolder({ "home/.claude/settings.json": SETTINGS });
    const { output } = await run(folder, "check", "--json");
    expect(JSON.parse(output)).toHaveLength(2);
  });

  it("succeeds if there are no remarks, or only those about trust", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/settings.json": { permissions: { allow: ["Bash(a)"] } },
    });
    expect((await run(folder, "check")).exitCode).toBe(0);
    expect(await run(folder, "check", "--trusted")).toEqual({
      exitCode: 0,
      errors: "",
      output: "No remarks.\n",
    });
  });
});

describe("collet config explain", () => {
  it("names file, line and rule of a decision", async () => {
    using folder = new ConfiguredFolder({ "app/.claude/settings.json": SETTINGS });
    const { output } = await run(folder, "explain", "git push origin");
    expect(output).toContain("Bash(git push *) (.claude/settings.json:9)");
    expect((await run(folder, "explain", "npm run test a")).output).toContain("Needs approval");
    expect((await run(folder, "explain", "npm run test a", "--trusted")).output).toContain(
      'Allowed by the rule { command: "npm run test *", verdict: "allow" }: Bash(npm run test:*) (.claude/settings.json:4).',
    );
  });

  it("prints all rules without a command", async () => {
    using folder = new ConfiguredFolder({ "home/.codex/rules/a.rules": 'prefix_rule(pattern=["a"])' });
    expect((await run(folder, "explain")).output).toBe(
      'allow prefix_rule ["a"] allow (~/.codex/rules/a.rules:1)\n',
    );
  });
});
