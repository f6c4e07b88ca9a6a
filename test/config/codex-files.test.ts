import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfiguredFolder, judgeWith } from "./configured-folder.js";

const MAKE = 'prefix_rule(pattern=["make"], decision="allow")\n';

async function judging(files: Readonly<Record<string, string | object>>, trusted = true) {
  using folder = new ConfiguredFolder(files);
  const config = await folder.load({ trusted });
  return { ...(await judgeWith(config)), config };
}

describe("a rules file that Codex refuses", () => {
  // Each of them is refused by `codex execpolicy check` of 0.171, so that no rule of the file counts there.
  it.each([
    'prefix_rule(pattern=["npm"], match=["git x"])',
    'prefix_rule(pattern=["npm"], match=["npm \'x"])',
    'prefix_rule(pattern=["npm"], match=[""])',
    'prefix_rule(pattern=["npm"], match=["# npm"])',
    'prefix_rule(pattern=["npm"], match="npm x")',
    'prefix_rule(pattern=["npm"], not_match=["npm x"])',
    'prefix_rule(pattern=["npm"], not_match=["/usr/bin/npm x"])',
    'prefix_rule(pattern=["npm"], justification=" ")',
    'prefix_rule(pattern=["npm"], justification=None)',
    'prefix_rule(pattern=["npm"], decision=None)',
    'prefix_rule(pattern=["npm"], verdict="allow")',
    'prefix_rule(pattern=("npm",))',
    'prefix_rule(pattern=["npm"]) prefix_rule(pattern=["git"])',
    ' prefix_rule(pattern=["npm"])',
    "prefix_rule = 1",
    'host_executable(name="npm", paths=["npm"])',
    'host_executable(name="npm", paths=["/usr/bin/git"])',
    'host_executable(name="a/npm", paths=["/usr/bin/a/npm"])',
    'host_executable(name="npm")',
    'host_executable(name="npm", paths=["/a/npm"])\nprefix_rule(pattern=["npm"], match=["/b/npm x"])',
    'network_rule(host="a.com", decision="deny")',
    'network_rule(host="*.a.com", protocol="https", decision="deny")',
    'network_rule(host="a.com", protocol="gopher", decision="deny")',
  ])("makes every call ask: %s", async (text) => {
    const { command, config } = await judging({ "home/.codex/rules/a.rules": `${text}\n${MAKE}` });
    expect([command("make"), command("npm x"), command("ls")]).toEqual(["ask", "ask", "ask"]);
    expect(config.report.map(({ kind }) => kind)).toContain("invalid");
  });

  it.each([
    'prefix_rule(pattern=["npm"], match=["npm x", ["npm", "y"], "\'npm\' x", "/usr/bin/npm x"])',
    'prefix_rule(pattern=["npm", ["run", "ci"]], match=["npm ci"], not_match=["npm i", "npm"])',
    'host_executable(name="npm", paths=["/a/npm"])\nprefix_rule(pattern=["npm"], match=["/a/npm x"])',
    'network_rule(host="a.com", protocol="https", decision="deny", justification="No.")',
  ])("refuses a rules file that Codex refuses: %s", async (text) => {
    const { command, config } = await judging({ "home/.codex/rules/a.rules": `${text}\n${MAKE}` });
    expect(command("make")).toBe("allow");
    expect(config.report.filter(({ kind }) => kind === "invalid")).toEqual([]);
  });
});

describe("programs that Codex finds by their path", () => {
  const user = { "home/.codex/rules/a.rules": 'prefix_rule(pattern=["git", "status"], decision="allow")\n' };

  it("count only from a trusted folder", async () => {
    const files = {
      ...user,
      "app/.codex/rules/a.rules": 'host_executable(name="git", paths=["/evil/git"])\n',
    };
    const untrusted = await judging(files, false);
    expect(untrusted.command("/evil/git status")).toBe("ask");
    expect(untrusted.config.report).toMatchObject([{ kind: "untrusted", line: 1 }]);
    expect((await judging(files)).command("/evil/git status")).toBe("allow");
  });

  it("count up to a limit, whatever number of paths a file names", async () => {
    const paths = Array.from({ length: 5000 }, (_, index) => `"/p${index}/git"`).join(", ");
    const rule = 'prefix_rule(pattern=["git", "status"])\n';
    const { command, config } = await judging({
      "home/.codex/rules/a.rules": `host_executable(name="git", paths=[${paths}])\n${rule.repeat(2000)}`,
    });
    expect(config.rules.length).toBeLessThan(10_000);
    expect([command("git status"), command("/p1/git status")]).toEqual(["allow", "ask"]);
    expect(config.report[0]).toMatchObject({ kind: "stricter", line: 2 });
  });
});

describe("requirements of Codex", () => {
  const allowing = {
    "home/.codex/rules/a.rules": 'prefix_rule(pattern=["git"])\nprefix_rule(pattern=["cat"])\n',
  };

  it("ask and deny, whatever the rules of the user allow", async () => {
    const { command, read, config } = await judging({
      ...allowing,
      "system/etc/codex/requirements.toml": [
        "[rules]",
        'prefix_rules = [{ pattern = [{ token = "git" }, { any_of = ["push", "commit"] }], decision = "prompt", justification = "Review it." },',
        '  { pattern = [{ token = "git" }, { token = "clean" }], decision = "forbidden" }]',
        "[permissions.filesystem]",
        'deny_read = ["/srv/secret", "~/.ssh/**"]',
      ].join("\n"),
    });
    expect(["git status", "git push", "git commit -m x", "git clean -f"].map(command)).toEqual([
      "allow",
      "ask",
      "ask",
      "deny",
    ]);
    expect([read("/srv/secret"), read("/srv/secret/a"), read("/srv/a")]).toEqual(["deny", "deny", "ask"]);
    expect(config.rules.find(({ rule }) => rule.verdict === "ask")?.origin.line).toBe(2);
    expect(config.rules.find(({ rule }) => rule.path !== undefined)?.origin.line).toBe(5);
  });

  it.each([
    '[rules]\nprefix_rules = [{ pattern = [{ token = "git" }], decision = "allow" }]\n',
    '[rules]\nprefix_rules = [{ pattern = [], decision = "prompt" }]\n',
    '[permissions.filesystem]\ndeny_read = ["secret"]\n',
    "[rules\n",
  ])("make every call ask if they cannot be read: %s", async (text) => {
    const { command } = await judging({ ...allowing, "system/etc/codex/requirements.toml": text });
    expect([command("git status"), command("ls")]).toEqual(["ask", "ask"]);
  });

  it("refuse a sandbox mode that they do not list", async () => {
    const { config } = await judging({
      "home/.codex/config.toml":
        'sandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nnetwork_access = true\nwritable_roots = ["/tmp/w"]\n',
      "system/etc/codex/requirements.toml": 'allowed_sandbox_modes = ["read-only"]\n',
    });
    expect(config.shell).toEqual({ sandbox: "prefer", network: "off" });
    expect(config.roots).not.toContain("/tmp/w");
  });
});

describe("files of a repository", () => {
  it("count in the folders below its root, but not above it", async () => {
    using folder = new ConfiguredFolder({
      "app/repo/.codex/rules/a.rules": 'prefix_rule(pattern=["rm"], decision="forbidden")\n',
      "app/.codex/rules/a.rules": 'prefix_rule(pattern=["mv"], decision="forbidden")\n',
      "app/repo/.claude/settings.local.json": { permissions: { deny: ["Bash(dd *)", "Edit(/lib/**)"] } },
      "app/repo/opencode.json": { permission: { bash: { "scp *": "deny" } } },
      "app/repo/.amp/settings.json": {
        "amp.permissions": [{ tool: "Bash", matches: { cmd: "nc *" }, action: "reject" }],
      },
    });
    const project = join(folder.project, "repo/packages/one");
    mkdirSync(project, { recursive: true });
    mkdirSync(join(folder.project, "repo/.git"));
    const { loadAgentConfig } = await import("../../src/config/index.js");
    const config = await loadAgentConfig(project, { home: folder.home, systemRoot: folder.system });
    const { command, edit } = await judgeWith(config);
    expect(["rm a", "mv a b", "dd a", "scp a b", "nc a"].map(command)).toEqual([
      "deny",
      "ask",
      "deny",
      "deny",
      "deny",
    ]);
    // Claude Code resolves the paths of the local settings from the folder in which it starts.
    expect([edit("lib/a"), edit(join(folder.project, "repo/lib/a"))]).toEqual(["deny", "ask"]);
  });
});
