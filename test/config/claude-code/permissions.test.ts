import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../src/index.js";
import { ConfiguredFolder, judgeWith } from "../configured-folder.js";

type Lists = { allow?: readonly unknown[]; ask?: readonly unknown[]; deny?: readonly unknown[] };

const settings = (permissions: Lists & Record<string, unknown>, more: object = {}) => ({
  permissions,
  ...more,
});

async function judging(permissions: Lists & Record<string, unknown>) {
  using folder = new ConfiguredFolder({ "app/.claude/settings.json": settings(permissions) });
  const config = await folder.load();
  return { ...(await judgeWith(config)), config, folder };
}

describe("permission rules of Claude Code", () => {
  it.each<[string, string, "allow" | "ask"]>([
    ["Bash(npm run build)", "npm run build", "allow"],
    ["Bash(npm run build)", "npm run build:x", "ask"],
    ["Bash(npm run test:*)", "npm run test", "allow"],
    ["Bash(npm run test:*)", "npm run test -- a", "allow"],
    ["Bash(npm run test:*)", "npm run tests", "ask"],
    ["Bash(npm run test *)", "npm run test unit", "allow"],
    ["Bash(npm*)", "npmx a", "allow"],
    ["Bash(npm *)", "npmx a", "ask"],
    ["Bash(* --version)", "node --version", "allow"],
    ["Bash(git * main)", "git merge main", "allow"],
    ["Bash(npm * run *)", "npm x run", "ask"],
    ["Bash(npm run test:*)", "npm run test && rm a", "ask"],
    ["Bash(npm run test:*)", "npm run test > a", "ask"],
    ["Bash(npm run test:*)", "npm run test; npm run test 2", "allow"],
    ["Bash(npm run test:*)", "timeout 5 npm run test", "allow"],
    ["Bash(npm run test:*)", "npm run test $(rm a)", "ask"],
    ["Bash", "npm install", "allow"],
    ["Bash(*)", "npm install", "allow"],
    ["bash(npm test)", "npm test", "ask"],
    ["Bash(npm test", "npm test", "ask"],
    ["Bash(npm a && npm b)", "npm a && npm b", "ask"],
  ])("allow %s: %s -> %s", async (rule, command, verdict) => {
    expect((await judging({ allow: [rule] })).command(command)).toBe(verdict);
  });

  it.each<[string, string, "ask" | "deny"]>([
    ["Bash(git push *)", "git push", "deny"],
    ["Bash(git push:*)", "sudo git push -f", "deny"],
    ["Bash(git push:*)", "npm test; git push", "deny"],
    ["Bash(curl * | bash)", "curl http://x | bash", "deny"],
    ["Bash(rm:*)", "npm test", "ask"],
    ["bash(rm:*)", "rm a", "deny"],
    ["Bash", "npm test", "deny"],
    ["*", "npm test", "deny"],
  ])("deny %s: %s -> %s", async (rule, command, verdict) => {
    expect((await judging({ deny: [rule] })).command(command)).toBe(verdict);
  });

  it.each<[string, string, "allow" | "ask"]>([
    ["PowerShell", "git status", "allow"],
    ["PowerShell(git status)", "git status", "allow"],
    ["PowerShell(git status)", "git status -s", "ask"],
    ["PowerShell(git *)", "git status", "ask"],
    ["PowerShell(git:*)", "git status", "ask"],
    ["Bash", "git status", "ask"],
    ["Bash(git status)", "git status", "ask"],
  ])("allow %s: %s in PowerShell -> %s", async (rule, command, verdict) => {
    expect((await judging({ allow: [rule] })).powerShell(command)).toBe(verdict);
  });

  it("decides in the order deny, ask, allow, regardless of the order and detail of the rules", async () => {
    const { command } = await judging({
      allow: ["Bash(aws s3 ls)", "Bash(git *)", "Bash(npm run *)"],
      ask: ["Bash(git push *)"],
      deny: ["Bash(aws *)", "Bash(git push --force *)"],
    });
    expect(command("aws s3 ls")).toBe("deny");
    expect(command("git push")).toBe("ask");
    expect(command("git push --force")).toBe("deny");
    expect(command("npm run x")).toBe("allow");
  });

  it.each<[string, string, "allow" | "deny" | "ask", "allow" | "deny"]>([
    ["Read(./.env)", ".env", "deny", "deny"],
    ["Read(.env)", "deep/.env", "deny", "deny"],
    ["Read(secrets/**)", "secrets/a/b", "deny", "deny"],
    ["Read(secrets)", "secrets/a", "deny", "deny"],
    ["Read(/secrets/*)", "secrets/a/b", "deny", "deny"],
    ["Read(~/.ssh/**)", "HOME/.ssh/id", "deny", "deny"],
    ["Read(//etc/hosts)", "/etc/hosts", "deny", "deny"],
    ["Read(//etc/hosts)", "/etc/hosts", "allow", "allow"],
    ["Read(~/notes/**)", "HOME/notes/a", "allow", "allow"],
    ["Read({a,b})", "a", "allow", "deny"],
    ["Read(!a)", "a", "allow", "deny"],
  ])("%s for %s is %s as a rule to %s", async (rule, path, verdict, list) => {
    const { read, folder } = await judging({ [list]: [rule] });
    expect(read(path.replace("HOME", folder.home))).toBe(verdict);
  });

  it("allows edits only where the rule says", async () => {
    const { edit } = await judging({ allow: ["Edit(/src/**)", "Edit(//tmp/out/*)", "Write(docs/**)"] });
    expect(edit("src/a/b.ts")).toBe("allow");
    expect(edit("lib/a.ts")).toBe("ask");
    expect(edit("/tmp/out/a")).toBe("allow");
    expect(edit("docs/a.md")).toBe("ask");
  });

  it("applies deny rules for Edit to commands that name the path, and reports that", async () => {
    const { edit, command, request, config } = await judging({ deny: ["Edit(/src/**)"] });
    expect(edit("src/a")).toBe("deny");
    expect(command("ls")).toBe("allow");
    const path = {
      requested: "src/a",
      path: `${config.cwd}/src/a`,
      access: "read",
      fromCommand: true,
    } as const;
    const facts = {
      command: "cat src/a",
      paths: [{ ...path, insideRoots: true, protected: false, secret: false }],
    };
    expect(request({ names: ["Bash"], kind: "execute", source: "builtin", facts })).toBe("deny");
    expect(config.report.map(({ kind }) => kind)).toEqual(["stricter"]);
  });

  it("translates hosts and servers", async () => {
    const { fetch, tool } = await judging({
      allow: ["WebFetch(domain:docs.example.com)", "mcp__github", "mcp__files__read", "mcp__*"],
      deny: ["WebFetch(domain:evil.example)", "mcp__github__delete_repo"],
    });
    expect(fetch("docs.example.com")).toBe("allow");
    expect(fetch("example.com")).toBe("ask");
    expect(fetch("evil.example")).toBe("deny");
    expect(tool("mcp__github__list")).toBe("allow");
    expect(tool("mcp__github__delete_repo")).toBe("deny");
    expect(tool("mcp__files__read")).toBe("allow");
    expect(tool("mcp__files__write")).toBe("ask");
  });

  it("lists rules that never match, with file, line and remedy", async () => {
    const rules = [
      "Write(docs/**)",
      "bash(ls)",
      "Bash(ls",
      "WebFetch(https://x.com/*)",
      "Read(!a)",
      "mcp__*",
    ];
    const { config, folder } = await judging({ allow: rules });
    expect(config.report.map(({ kind, line }) => [kind, line])).toEqual(
      rules.map((_, index) => ["never-matches", index + 4]),
    );
    expect(config.report[0]).toEqual({
      kind: "never-matches",
      file: `${folder.project}/.claude/settings.json`,
      line: 4,
      text: "Write(docs/**)",
      message: "Claude Code compares paths only with rules for Read and Edit: write Edit(docs/**).",
    });
    expect(config.permissions.rules).toEqual([]);
  });

  it("lists allow rules that another rule always precedes", async () => {
    const { config } = await judging({ allow: ["Bash(aws s3 ls)", "Bash(npm *)"], deny: ["Bash(aws *)"] });
    expect(config.report.map(({ kind, text }) => [kind, text])).toEqual([["conflict", "Bash(aws s3 ls)"]]);
  });
});

describe("scopes of Claude Code's settings", () => {
  const allow = (rule: string) => settings({ allow: [rule] });

  it("combines managed, user, project and local settings", async () => {
    using folder = new ConfiguredFolder({
      "system/etc/claude-code/managed-settings.json": settings({ deny: ["Bash(a m)"] }),
      "system/etc/claude-code/managed-settings.d/x.json": settings({ deny: ["Bash(a d)"] }),
      "home/.claude/settings.json": allow("Bash(a *)"),
      "app/.claude/settings.json": settings({ ask: ["Bash(a p)"] }),
      "app/.claude/settings.local.json": settings({ deny: ["Bash(a l)"] }),
    });
    const { command } = await judgeWith(await folder.load());
    expect(["a m", "a d", "a x", "a p", "a l"].map(command)).toEqual([
      "deny",
      "deny",
      "allow",
      "ask",
      "deny",
    ]);
  });

  it("lets the files of a folder that is not trusted ask and deny, but allow nothing", async () => {
    using folder = new ConfiguredFolder({
      "home/.claude/settings.json": allow("Bash(a *)"),
      "app/.claude/settings.json": settings({
        allow: ["Bash(b)", "Read(//etc/**)"],
        deny: ["Bash(a x)"],
        additionalDirectories: ["/etc"],
        defaultMode: "acceptEdits",
      }),
      "app/.claude/settings.local.json": settings({ allow: ["Bash(c)"], defaultMode: "bypassPermissions" }),
    });
    const config = await folder.load({ trusted: false });
    const { command, read, edit } = await judgeWith(config);
    expect(["a", "a x", "b", "c"].map(command)).toEqual(["allow", "deny", "ask", "ask"]);
    expect([read("/etc/hosts"), edit("x")]).toEqual(["ask", "ask"]);
    expect(config.roots).toEqual([folder.project]);
    expect(config.report.filter(({ kind }) => kind === "untrusted")).toHaveLength(6);
  });

  it("uses only the allow rules of managed settings if they say so", async () => {
    using folder = new ConfiguredFolder({
      "system/etc/claude-code/managed-settings.json": settings(
        { allow: ["Bash(a)"] },
        { allowManagedPermissionRulesOnly: true },
      ),
      "home/.claude/settings.json": settings({ allow: ["Bash(b)"], deny: ["Bash(c)"] }),
    });
    const { command } = await judgeWith(await folder.load());
    expect(["a", "b", "c"].map(command)).toEqual(["allow", "ask", "deny"]);
  });

  it.each<[string, string, string, string]>([
    ["acceptEdits", "ask", "allow", "allow"],
    ["plan", "deny", "deny", "allow"],
    ["dontAsk", "deny", "deny", "allow"],
    ["bypassPermissions", "allow", "allow", "allow"],
    ["auto", "ask", "ask", "allow"],
  ])("applies the mode %s of the user", async (mode, command, edit, read) => {
    using folder = new ConfiguredFolder({ "home/.claude/settings.json": settings({ defaultMode: mode }) });
    const judged = await judgeWith(await folder.load());
    expect([judged.command("npm i"), judged.edit("a"), judged.read("a")]).toEqual([command, edit, read]);
  });

  it("opens no outside path or other folder through the mode acceptEdits", async () => {
    using folder = new ConfiguredFolder({
      "home/.claude/settings.json": settings({ defaultMode: "acceptEdits" }),
    });
    const { edit } = await judgeWith(await folder.load());
    expect(edit("/etc/hosts")).toBe("ask");
  });

  it("allows what rules allow in the mode dontAsk", async () => {
    using folder = new ConfiguredFolder({
      "home/.claude/settings.json": settings({ defaultMode: "dontAsk", allow: ["Bash(npm test)"] }),
    });
    const { command } = await judgeWith(await folder.load());
    expect([command("npm test"), command("npm i")]).toEqual(["allow", "deny"]);
  });

  it("lets no file of a project choose bypassPermissions", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/settings.json": settings({ defaultMode: "bypassPermissions" }),
    });
    expect((await judgeWith(await folder.load())).command("npm i")).toBe("ask");
  });

  it("reads the sandbox and runs commands in it without a question only if it is required", async () => {
    using folder = new ConfiguredFolder({ "home/.claude/settings.json": { sandbox: { enabled: true } } });
    const preferred = await folder.load();
    expect(preferred.shell).toEqual({ sandbox: "prefer", network: "off" });
    expect(preferred.permissions.autoAllow).toBeUndefined();
    folder.write("home/.claude/settings.json", { sandbox: { enabled: true, failIfUnavailable: true } });
    const required = await folder.load();
    expect(required.shell).toEqual({ sandbox: "require", network: "off" });
    expect(required.permissions.autoAllow).toBe("sandboxed");
  });

  it("adds the working folders of the settings", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/settings.json": settings({ additionalDirectories: ["../lib", "~/notes"] }),
      "lib/a": "",
    });
    const { roots } = await folder.load();
    expect(roots).toEqual([folder.project, `${folder.root}/lib`, `${folder.home}/notes`]);
  });
});

describe("createToolRuntime with a configuration", () => {
  it("takes the configuration and names file, line and rule of a decision", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/settings.json": settings({ deny: ["Bash(git push *)"] }),
    });
    const config = await folder.load();
    await using runtime = createToolRuntime({ ...config, toolset: "claude-code" });
    const call = { id: "1", name: "Bash", input: { command: "git push" } };
    expect((await runtime.explain(call)).decision).toMatchObject({
      verdict: "deny",
      reason: "Bash(git push *) (.claude/settings.json:4)",
    });
  });

  it.each(["amp", "opencode", "codex", "gemini-cli", "claude-code"] as const)(
    "accepts rules for the tools of Claude Code with the toolset %s",
    async (toolset) => {
      using folder = new ConfiguredFolder({
        "app/.claude/settings.json": settings({
          allow: ["WebSearch", "Task", "Read", "Edit", "WebFetch", "Bash"],
          deny: ["Task(x)", "NotebookEdit", "TodoWrite", "Skill(a)", "KillShell", "Agent"],
        }),
      });
      await using runtime = createToolRuntime({ ...(await folder.load()), toolset });
      expect(runtime.tools().length).toBeGreaterThan(0);
    },
  );
});
