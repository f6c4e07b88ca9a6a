import { describe, expect, it } from "vitest";
import { readStarlark } from "../../src/config/codex/read-starlark.js";
import { ConfiguredFolder, judgeWith } from "./configured-folder.js";

async function judging(files: Readonly<Record<string, string | object>>, trusted = true) {
  using folder = new ConfiguredFolder(files);
  const config = await folder.load({ trusted });
  const judged = await judgeWith(config);
  return { ...judged, config, folder, commands: (...list: string[]) => list.map(judged.command) };
}

const kinds = ({ report }: { readonly report: readonly { readonly kind: string }[] }) =>
  report.map(({ kind }) => kind);

describe("rules of Codex", () => {
  const rules = (text: string) => ({ "app/.codex/rules/default.rules": text });

  it("decide by prefixes, and the strictest one counts", async () => {
    const { commands } = await judging(
      rules(`
# What agents may run.
SAFE = ["status", "log"]
prefix_rule(pattern = ["git", SAFE], decision = "allow")
prefix_rule(
    pattern = ["git", ["push", "fetch"]], decision = "prompt",
    justification = "Look at it first.", match = ["git push"],
)
prefix_rule(pattern = ["rm"], decision = "forbidden")
prefix_rule(pattern = ["npm"])
prefix_rule(pattern = ["npm", "publish"], decision = "forbidden")
host_executable(name = "git", paths = ["/usr/bin/git"])
`),
    );
    expect(commands("git status", "git status -s", "git statusx", "git push", "rm a")).toEqual([
      "allow",
      "allow",
      "ask",
      "ask",
      "deny",
    ]);
    expect(commands("npm i", "npm publish", "/usr/bin/git log", "/tmp/git log")).toEqual([
      "allow",
      "deny",
      "allow",
      "ask",
    ]);
  });

  it("name their justification in the reason", async () => {
    const { config } = await judging(
      rules('prefix_rule(pattern=["git"], decision="forbidden", justification="Use jj.")'),
    );
    expect(config.permissions.rules?.[0]?.reason).toBe(
      'Use jj. prefix_rule ["git"] forbidden (.codex/rules/default.rules:1)',
    );
  });

  it("allow nothing if a word cannot be expressed", async () => {
    const { commands, config } = await judging(
      rules('prefix_rule(pattern=["npm", "a b*"], decision="allow")'),
    );
    expect(commands('npm "a b*"', "npm a b")).toEqual(["ask", "ask"]);
    expect(kinds(config)).toEqual(["stricter"]);
  });

  it.each([
    "def f(): pass",
    'load("x.bzl", "y")',
    '[prefix_rule(pattern=[x]) for x in ["a"]]',
    'prefix_rule(pattern=["a"], decision="maybe")',
    "prefix_rule(pattern=[])",
    'prefix_rule(pattern=["a"',
    'prefix_rule(pattern="""a""")',
    'prefix_rule(pattern=r"a")',
    'print("a")',
    'prefix_rule(pattern=["a"], pattern=["b"])',
    `prefix_rule(pattern=${"[".repeat(100_000)})`,
    '"\\x00"',
    "\u0000",
  ])("make every call ask if they are not literal: %s", async (text) => {
    const { commands, config } = await judging(
      rules(`prefix_rule(pattern=["ls"], decision="allow")\n${text}`),
    );
    expect(commands("ls", "npm i")).toEqual(["ask", "ask"]);
    expect(kinds(config)).toEqual(["invalid"]);
  });

  it("take linear time to read", async () => {
    const start = performance.now();
    for (const text of [
      "#".repeat(400_000),
      '"\\'.repeat(100_000),
      "\n\t".repeat(200_000),
      'a=["b",]\n'.repeat(40_000),
    ]) {
      try {
        await readStarlark(text);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(SyntaxError);
      }
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("take the sandbox from config.toml, and report what else runs commands", async () => {
    const { config } = await judging({
      "home/.codex/config.toml":
        'approval_policy = "never"\nsandbox_mode = "workspace-write"\n[sandbox_workspace_write]\nnetwork_access = true\nwritable_roots = ["/tmp/w"]\n',
    });
    expect(config.shell).toEqual({ sandbox: "prefer", network: "on" });
    expect(config.roots).toContain("/tmp/w");
    expect(kinds(config)).toEqual(["stricter"]);
  });
});

describe("policies of Gemini CLI", () => {
  const policy = (text: string, more = {}) => ({ "home/.gemini/policies/a.toml": text, ...more });
  const rule = (fields: string, decision: string, priority: number) =>
    `[[rule]]\n${fields}\ndecision = "${decision}"\npriority = ${priority}\n`;
  const shell = 'toolName = "run_shell_command"';

  it("decide by priority, so that an allow is an exception of a deny", async () => {
    const { commands } = await judging(
      policy(
        rule(`${shell}\ncommandPrefix = ["git status", "npm"]`, "allow", 100) +
          rule(`${shell}\ncommandPrefix = "npm publish"`, "ask_user", 200) +
          rule(shell, "deny", 10),
      ),
    );
    expect(commands("git status", "git statusx", "npm i", "npm publish", "ls")).toEqual([
      "allow",
      "deny",
      "allow",
      "ask",
      "deny",
    ]);
    expect(commands("npm i && rm a", "npm i > a")).toEqual(["deny", "deny"]);
  });

  it("ask about every redirection", async () => {
    const { commands } = await judging(policy(rule(`${shell}\ncommandPrefix = "npm"`, "allow", 100)));
    expect(commands("npm i", "npm i 2>&1", "npm i 2>/dev/null")).toEqual(["allow", "ask", "ask"]);
  });

  it("decide by tier before priority", async () => {
    const { commands } = await judging(
      policy(rule(`${shell}\ncommandPrefix = "a"`, "allow", 1), {
        "app/.gemini/policies/b.toml": rule(`${shell}\ncommandPrefix = "a"`, "deny", 999),
        "system/etc/gemini-cli/policies/c.toml": rule(`${shell}\ncommandPrefix = "a x"`, "ask_user", 0),
      }),
    );
    expect(commands("a", "a x")).toEqual(["allow", "ask"]);
  });

  it("become stricter where an argument cannot be expressed", async () => {
    const { commands, config } = await judging(
      policy(
        rule(`${shell}\ncommandRegex = "git (log|show)"`, "allow", 5) +
          rule(`${shell}\ncommandRegex = "rm -rf.*"`, "deny", 5) +
          rule(`${shell}\ncommandRegex = "a|b"`, "deny", 4) +
          rule(`toolName = "read_file"\nargsPattern = "secret"`, "deny", 5),
      ),
    );
    expect(commands("git log", "rm -rf a", "rm -r a")).toEqual(["deny", "deny", "deny"]);
    expect(kinds(config)).toEqual(["stricter", "stricter", "stricter", "stricter"]);
  });

  it("ask about a tool with a safety checker", async () => {
    const { commands } = await judging(
      policy(
        `${rule(shell, "allow", 900)}[[safety_checker]]\n${shell}\ncommandPrefix = "git"\n[safety_checker.checker]\ntype = "external"\nname = "x"\n`,
      ),
    );
    expect(commands("git log", "npm i")).toEqual(["ask", "allow"]);
  });

  it.each(["a = [", "[[rule]]\n", '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 1000\n'])(
    "make every call ask if a file is broken: %j",
    async (text) => {
      const { commands } = await judging(policy(text));
      expect(commands("ls")).toEqual(["ask"]);
    },
  );

  it("count the lists of the settings, and name the line of a rule", async () => {
    const { commands, config } = await judging({
      ...policy(`# a\n\n${rule(`${shell}\ncommandPrefix = "b"`, "deny", 999)}`),
      "home/.gemini/settings.json": {
        tools: { allowed: ["run_shell_command(git)"], exclude: ["ShellTool(git push)"] },
      },
    });
    expect(commands("git log", "git push", "b")).toEqual(["allow", "deny", "deny"]);
    expect(config.rules.find(({ rule: { command } }) => command === "b *")?.origin.line).toBe(3);
  });
});

describe("permissions of OpenCode", () => {
  const opencode = (permission: unknown) => ({ "app/opencode.json": { permission } as object });

  it("decide by the last entry that matches", async () => {
    const { commands } = await judging(
      opencode({ bash: { "*": "deny", "git *": "allow", "git push *": "ask", "git push --force*": "deny" } }),
    );
    expect(commands("git", "git log", "git push", "git push --force", "ls", "git log; ls")).toEqual([
      "allow",
      "allow",
      "ask",
      "deny",
      "deny",
      "deny",
    ]);
  });

  it("merge the files in place, as OpenCode does", async () => {
    const { commands } = await judging({
      "home/.config/opencode/opencode.jsonc":
        '{ // mine\n "permission": { "bash": { "git *": "ask", "git push *": "deny", }, }, }',
      ...opencode({ bash: { "git *": "allow" } }),
    });
    expect(commands("git log", "git push")).toEqual(["allow", "deny"]);
  });

  it("translate paths, where an asterisk matches slashes too", async () => {
    const { read, edit } = await judging(
      opencode({
        read: { "*": "allow", "*.env": "deny", "*.env.*": "deny", "a/*/c": "deny" },
        edit: { "*": "ask", "src/*.ts": "allow" },
      }),
    );
    expect([read("x"), read(".env"), read("deep/x.env"), read("d/.env.local/x"), read("a/b/b/c")]).toEqual([
      "allow",
      "deny",
      "deny",
      "deny",
      "deny",
    ]);
    expect([edit("src/a/b.ts"), edit("src/a.ts"), edit("a.ts")]).toEqual(["allow", "allow", "ask"]);
  });

  it("deny paths outside the project, and leave the project as it is", async () => {
    const { read, edit, command } = await judging(opencode({ external_directory: "deny" }));
    expect([read("/etc/hosts"), read("a"), edit("/etc/hosts"), edit("a"), command("npm i")]).toEqual([
      "deny",
      "allow",
      "deny",
      "ask",
      "ask",
    ]);
  });

  it("count denials of a folder that is not trusted, and none of its allowances", async () => {
    const { commands, config } = await judging(opencode({ bash: { "a *": "allow", "b *": "deny" } }), false);
    expect(commands("a", "b")).toEqual(["ask", "deny"]);
    expect(kinds(config)).toEqual(["untrusted"]);
  });

  it.each([{ bash: "maybe" }, [], { bash: { a: 1 } }])(
    "make every call ask if they are invalid: %j",
    async (permission) => {
      expect((await judging(opencode(permission))).commands("ls")).toEqual(["ask"]);
    },
  );

  it("translate tools of servers and hosts", async () => {
    const { tool, fetch } = await judging(
      opencode({
        "github_*": "deny",
        "files_*": "allow",
        webfetch: { "*": "ask", "https://docs.example/*": "allow" },
      }),
    );
    expect([tool("mcp__github__list"), tool("mcp__files__read"), tool("mcp__x__y")]).toEqual([
      "deny",
      "allow",
      "ask",
    ]);
    expect([fetch("docs.example"), fetch("other.example")]).toEqual(["allow", "ask"]);
  });
});

describe("permissions of Amp", () => {
  const amp = (entries: readonly unknown[], more = {}) => ({
    "home/.config/amp/settings.json": { "amp.permissions": entries, ...more },
  });

  it("decide by the first entry that matches", async () => {
    const { commands } = await judging(
      amp([
        { tool: "Bash", matches: { cmd: "git push*" }, action: "ask" },
        { tool: "Bash", matches: { cmd: ["git *", "npm test"] }, action: "allow" },
        { tool: "Bash", matches: { cmd: "rm *" }, action: "delegate", to: "x" },
        { tool: "Bash", action: "reject" },
      ]),
    );
    expect(commands("git push", "git log", "npm test", "rm a", "ls")).toEqual([
      "ask",
      "allow",
      "allow",
      "ask",
      "deny",
    ]);
  });

  it("allow nothing under a condition that cannot be expressed", async () => {
    const { commands, config } = await judging(
      amp([{ tool: "Bash", matches: { cmd: "/^git/" }, action: "allow" }]),
    );
    expect(commands("git x")).toEqual(["ask"]);
    expect(kinds(config)).toEqual(["stricter"]);
  });

  it("disable tools", async () => {
    const { request } = await judging(amp([], { "amp.tools.disable": ["read_web_page"] }));
    expect(request({ names: ["x"], kind: "fetch", source: "builtin", facts: {} })).toBe("deny");
  });
});

describe("rules of several programs", () => {
  const files = {
    "home/.claude/settings.json": {
      permissions: { allow: ["Bash(git *)", "Bash(npm *)"], deny: ["Bash(git push *)"] },
    },
    "home/.config/opencode/opencode.json": {
      permission: {
        bash: { "*": "ask", "npm publish *": "ask", "rm *": "deny", "rm x": "allow", "git push *": "allow" },
      },
    },
    "home/.codex/rules/a.rules": 'prefix_rule(pattern=["npm", "ci"], decision="prompt")',
  };

  it("apply the strictest, except for a default that asks about everything", async () => {
    const { commands } = await judging(files);
    expect(commands("git log", "git push", "npm i", "npm publish", "npm ci", "rm a")).toEqual([
      "allow",
      "deny",
      "allow",
      "ask",
      "ask",
      "deny",
    ]);
  });

  it("let no ask of one program weaken a deny of another that has exceptions", async () => {
    const denying = {
      "home/.config/opencode/opencode.json": { permission: { bash: { "rm *": "deny", "rm x": "allow" } } },
    };
    const allowing = { "home/.claude/settings.json": { permissions: { allow: ["Bash(git *)"] } } };
    const asking = { "home/.claude/settings.json": { permissions: { ask: ["Bash(rm *)", "Bash(npm *)"] } } };
    const kept = await judging({ ...denying, ...allowing });
    expect(kept.commands("rm a", "rm x", "git log")).toEqual(["deny", "allow", "allow"]);
    const { commands, config } = await judging({ ...denying, ...asking });
    expect(commands("rm a", "npm i && rm a", "rm x")).toEqual(["deny", "deny", "deny"]);
    expect(kinds(config)).toContain("stricter");
  });

  it("count an ask of Claude Code or Codex about every command as no default", async () => {
    const { commands } = await judging({
      "home/.claude/settings.json": { permissions: { ask: ["Bash"] } },
      "home/.codex/rules/a.rules": 'prefix_rule(pattern=["npm"])',
    });
    expect(commands("npm i")).toEqual(["ask"]);
  });

  it("let no ask of a folder that is not trusted weaken a deny of the user", async () => {
    const amp = (action: string) => ({
      "amp.permissions": [{ tool: "Bash", matches: { cmd: "rm *" }, action }],
    });
    const files = { "home/.config/amp/settings.json": amp("reject"), "app/.amp/settings.json": amp("ask") };
    expect((await judging(files, false)).commands("rm a")).toEqual(["deny"]);
    const opencode = (rules: object) => ({ permission: { bash: rules } });
    const others = {
      "home/.config/opencode/opencode.json": opencode({ "*": "deny", "git *": "allow" }),
      "app/opencode.json": opencode({ "rm *": "ask", "git push *": "deny" }),
    };
    expect((await judging(others, false)).commands("rm a", "git push")).toEqual(["deny", "deny"]);
    expect((await judging(others)).commands("rm a", "git push", "git log")).toEqual(["ask", "deny", "allow"]);
  });

  it("can be restricted to some programs", async () => {
    using folder = new ConfiguredFolder(files);
    const config = await folder.load({ owners: ["codex"] });
    expect(config.permissions.rules).toHaveLength(1);
  });
});
