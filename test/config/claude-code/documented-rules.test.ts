import { describe, expect, it } from "vitest";
import { ConfiguredFolder, judgeWith } from "../configured-folder.js";

type Lists = Readonly<Partial<Record<"allow" | "ask" | "deny", readonly string[]>>>;
type Verdict = "allow" | "ask" | "deny";

async function judging(permissions: Lists) {
  using folder = new ConfiguredFolder({ "app/.claude/settings.json": { permissions } });
  const config = await folder.load();
  const judged = await judgeWith(config);
  const placed = (path: string) => path.replace("<home>", folder.home).replace("<project>", folder.project);
  return {
    ...judged,
    config,
    read: (path: string) => judged.read(placed(path)),
    edit: (path: string) => judged.edit(placed(path)),
  };
}

/** The examples of the page "Configure permissions" of Claude Code's documentation. */
describe("examples of Claude Code's documentation", () => {
  it.each<[rule: string, command: string, verdict: Verdict]>([
    // A name alone, and an asterisk in brackets, match every call of the tool.
    ["Bash", "make install", "allow"],
    ["Bash(*)", "make install", "allow"],
    // A command without an asterisk is matched exactly.
    ["Bash(npm run build)", "npm run build", "allow"],
    ["Bash(npm run build)", "npm run build --watch", "ask"],
    // An asterisk stands at the start, in the middle or at the end.
    ["Bash(npm run *)", "npm run lint", "allow"],
    ["Bash(git commit *)", "git commit -m x", "allow"],
    ["Bash(git * main)", "git checkout main", "allow"],
    ["Bash(git * main)", "git merge main", "allow"],
    ["Bash(git * main)", "git merge dev", "ask"],
    ["Bash(* --version)", "node --version", "allow"],
    ["Bash(* --help *)", "npm --help install", "allow"],
    ["Bash(* install)", "npm install", "allow"],
    // A blank before the final asterisk ends the word, as the older form with a colon does.
    ["Bash(make *)", "make -j", "allow"],
    ["Bash(make *)", "makeup -j", "ask"],
    ["Bash(make*)", "makeup -j", "allow"],
    ["Bash(npm run test:*)", "npm run test --all", "allow"],
    ["Bash(git:* push)", "git push", "ask"],
    // No rule for one command allows another one in the same line.
    ["Bash(safe-cmd *)", "safe-cmd a && other-cmd", "ask"],
    ["Bash(safe-cmd *)", "safe-cmd a || other-cmd", "ask"],
    ["Bash(safe-cmd *)", "safe-cmd a; other-cmd", "ask"],
    ["Bash(safe-cmd *)", "safe-cmd a | other-cmd", "ask"],
    ["Bash(safe-cmd *)", "safe-cmd a |& other-cmd", "ask"],
    ["Bash(safe-cmd *)", "safe-cmd a & other-cmd", "ask"],
    ["Bash(safe-cmd *)", "safe-cmd a\nother-cmd", "ask"],
    // Some programs that run another one are passed over.
    ["Bash(npm test *)", "timeout 30 npm test", "allow"],
    ["Bash(npm test *)", "nice npm test", "allow"],
    ["Bash(npm test *)", "nohup npm test", "allow"],
    // Claude Code passes over the keyword time as well; here it asks.
    ["Bash(npm test *)", "time npm test", "ask"],
    ["Bash(npm test *)", "stdbuf -o0 npm test", "allow"],
    ["Bash(npm test *)", "command npm test", "allow"],
    // Variables that may change what runs, and programs that run what they are given, are not passed over.
    ["Bash(npm test *)", "LD_PRELOAD=x npm test", "ask"],
    ["Bash(npm test *)", "xargs -n1 npm test", "ask"],
    ["Bash(watch *)", "watch rm -rf x", "ask"],
    ["Bash(setsid *)", "setsid rm -rf x", "ask"],
    ["Bash(ionice *)", "ionice rm -rf x", "ask"],
    ["Bash(flock *)", "flock a rm -rf x", "ask"],
    ["Bash(find *)", "find . -exec rm {} +", "ask"],
    ["Bash(find *)", "find src -name a -delete", "ask"],
    ["Bash(* src *)", "find src -delete", "ask"],
    ["Bash(find *)", "find src -name a", "allow"],
    ["Bash(npm run *)", "npm run delete", "allow"],
    ["Bash(ls *)", "ls -la", "allow"],
    ["Bash(npx *)", "npxx a", "ask"],
    ["Bash(git * main)", "git log --oneline main", "allow"],
    // The target of a redirection is a write of its own.
    ["Bash(git commit *)", "git commit -m x > out.txt", "ask"],
    ["Bash(git commit *)", "git commit -m x >/dev/null", "allow"],
    // The ways of hiding a command in another one.
    ["Bash(echo *)", "echo $(rm x)", "ask"],
    ["Bash(echo *)", "echo `rm x`", "ask"],
    ["Bash(cat *)", "cat <(rm x)", "ask"],
    // The ways around a rule for a URL, which the page lists.
    ["Bash(curl http://github.com/ *)", "curl -X GET http://github.com/a", "ask"],
    ["Bash(curl http://github.com/ *)", "curl https://github.com/a", "ask"],
    ["Bash(curl http://github.com/ *)", "curl -L http://bit.ly/xyz", "ask"],
    ["Bash(curl http://github.com/ *)", "URL=http://github.com && curl $URL", "ask"],
    // Commands that read run without a rule.
    ["Bash(npm test)", "ls", "allow"],
    ["Bash(npm test)", "wc -l a.txt", "allow"],
  ])("decide, with %s allowed, about %s: %s", async (rule, command, verdict) => {
    expect((await judging({ allow: [rule] })).command(command)).toBe(verdict);
  });

  it.each<[rule: string, path: string, isMatched: boolean]>([
    ["Read(//Users/alice/secrets/**)", "/Users/alice/secrets/a/b", true],
    ["Read(~/Documents/*.pdf)", "<home>/Documents/a.pdf", true],
    ["Read(~/Documents/*.pdf)", "<home>/Documents/deep/a.pdf", false],
    ["Read(~/.zshrc)", "<home>/.zshrc", true],
    ["Read(/Users/alice/file)", "/Users/alice/file", false],
    ["Read(/Users/alice/file)", "<project>/Users/alice/file", true],
    ["Read(*.env)", "<project>/local.env", true],
    ["Read(src/**)", "<project>/src/a/b.ts", true],
    ["Read(./.env)", "<project>/.env", true],
    ["Read(./.env.*)", "<project>/.env.local", true],
    ["Read(./secrets/**)", "<project>/secrets/a", true],
    ["Read(./secrets/**)", "<project>/public/a", false],
    ["Edit(/src/**/*.ts)", "<project>/src/deep/a.ts", true],
    ["Edit(/src/**/*.ts)", "<project>/src/a.js", false],
    ["Edit(/docs/**)", "<project>/docs/a.md", true],
    ["Edit(/docs/**)", "/docs/a.md", false],
    ["Edit(/docs/**)", "<project>/.claude/docs/a.md", false],
    ["Edit(//tmp/scratch.txt)", "/tmp/scratch.txt", true],
  ])("deny by %s the path %s: %s", async (rule, path, isMatched) => {
    const judged = await judging({ deny: [rule] });
    const verdict = rule.startsWith("Read") ? judged.read(path) : judged.edit(path);
    expect(verdict === "deny").toBe(isMatched);
  });

  it.each([
    "FOO=bar rm -rf tmp/",
    "xargs rm x",
    "command rm x",
    "builtin rm x",
    "noglob rm x",
    "time rm x",
    "timeout 5 rm x",
    "echo a && rm x",
    "echo a |& rm x",
    "echo $(rm x)",
    "bash -c 'rm x'",
  ])("deny by Bash(rm *), whatever comes before it: %s", async (command) => {
    expect((await judging({ deny: ["Bash(rm *)"] })).command(command)).toBe("deny");
  });

  // The table of the page: a pattern with one folder matches at any depth in deny and ask rules.
  it.each<[rule: string, verdict: Verdict, top: boolean, nested: boolean]>([
    ["Edit(src/**)", "allow", true, false],
    ["Edit(src/**)", "deny", true, true],
    ["Edit(src/**)", "ask", true, true],
    ["Edit(/src/**)", "allow", true, false],
    ["Edit(/src/**)", "deny", true, false],
    ["Edit(src/lib/**)", "deny", false, false],
    ["Edit(**/src/**)", "allow", true, true],
    ["Edit(**/src/**)", "deny", true, true],
  ])("match by %s (%s) src/app.ts: %s, and vendor/pkg/src/lib.js: %s", async (rule, verdict, top, nested) => {
    const { edit } = await judging({ ...(verdict === "ask" && { allow: ["Edit"] }), [verdict]: [rule] });
    const matched = ["src/app.ts", "vendor/pkg/src/lib.js"].map(
      (path) => edit(`<project>/${path}`) === verdict,
    );
    const unmatched = verdict === "ask" ? "allow" : "ask";
    expect(matched).toEqual([top, nested]);
    expect(edit("<project>/other/a")).toBe(unmatched);
  });

  it.each<[rule: string, path: string, isDenied: boolean]>([
    ["Read(.env)", "<project>/deep/.env", true],
    ["Read(**/.env)", "<project>/deep/.env", true],
    ["Read(.env)", "/elsewhere/.env", false],
    ["Read(//**/.env)", "/elsewhere/.env", true],
    ["Read(/secrets/**)", "<project>/secrets/a", false],
    ["Read(/secrets/**)", "<home>/.claude/secrets/a", true],
  ])("deny by %s of the user's settings the path %s: %s", async (rule, path, isDenied) => {
    using folder = new ConfiguredFolder({ "home/.claude/settings.json": { permissions: { deny: [rule] } } });
    const { read } = await judgeWith(await folder.load());
    const placed = path.replace("<home>", folder.home).replace("<project>", folder.project);
    expect(read(placed) === "deny").toBe(isDenied);
  });

  it.each<[domain: string, host: string, isMatched: boolean]>([
    ["example.com", "EXAMPLE.com", true],
    ["Example.com.", "example.com", true],
    ["*.example.com", "api.example.com", true],
    ["*.example.com", "a.b.example.com", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", "badexample.com", false],
    ["*", "anything.org", true],
  ])("match by WebFetch(domain:%s) the host %s: %s", async (domain, host, isMatched) => {
    const rule = `WebFetch(domain:${domain})`;
    expect((await judging({ allow: [rule] })).fetch(host) === "allow").toBe(isMatched);
    expect((await judging({ deny: [rule] })).fetch(host) === "deny").toBe(isMatched);
  });

  it("let a wildcard between dots of a host allow nothing, since it must not cross a dot", async () => {
    const allowed = await judging({ allow: ["WebFetch(domain:example.*)"] });
    expect([allowed.fetch("example.evil.com"), allowed.fetch("example.org")]).toEqual(["ask", "ask"]);
    expect(allowed.config.report[0]?.kind).toBe("stricter");
    const denied = await judging({ deny: ["WebFetch(domain:example.*)"] });
    expect([denied.fetch("example.org"), denied.config.report[0]?.kind]).toEqual(["deny", "stricter"]);
  });

  it.each([["*"], ["mcp__*"]])("deny every tool of a server by %s", async (rule) => {
    expect((await judging({ deny: [rule] })).tool("mcp__github__get_x")).toBe("deny");
  });

  it.each([["*"], ["B*"], ["mcp__*"], ["mcp__git*__x"]])("allow nothing by the pattern %s", async (rule) => {
    const { config } = await judging({ allow: [rule] });
    expect(config.permissions.rules).toEqual([]);
    expect(config.report[0]?.kind).toBe("never-matches");
  });

  it("deny the tools that a pattern covers in every toolset", async () => {
    const { command, fetch, edit } = await judging({ deny: ["B*", "Web*", "*dit"] });
    expect([command("ls"), fetch("a.com"), edit("<project>/a")]).toEqual(["deny", "deny", "deny"]);
  });

  it("decide about hosts, servers and their tools", async () => {
    const { fetch } = await judging({ allow: ["WebFetch(domain:example.com)"] });
    expect([fetch("example.com"), fetch("example.org")]).toEqual(["allow", "ask"]);
    for (const rule of ["mcp__puppeteer", "mcp__puppeteer__*", "mcp__puppeteer__puppeteer_navigate"]) {
      const { tool } = await judging({ allow: [rule] });
      expect([tool("mcp__puppeteer__puppeteer_navigate"), tool("mcp__other__x")]).toEqual(["allow", "ask"]);
    }
  });

  it("let no allow rule make an exception of a deny or ask rule", async () => {
    const denied = await judging({ allow: ["Bash(aws s3 ls)"], deny: ["Bash(aws *)"] });
    expect(denied.command("aws s3 ls")).toBe("deny");
    const asked = await judging({ allow: ["Bash(git push origin dev)"], ask: ["Bash(git push *)"] });
    expect(asked.command("git push origin dev")).toBe("ask");
  });

  it("decide together as the example of the settings page does", async () => {
    const { command, read } = await judging({
      allow: ["Bash(npm run lint)", "Bash(npm run test *)", "Read(~/.zshrc)"],
      deny: ["Bash(curl *)", "Read(./.env)", "Read(./.env.*)", "Read(./secrets/**)"],
    });
    expect([command("npm run lint"), command("npm run test unit"), read("<home>/.zshrc")]).toEqual([
      "allow",
      "allow",
      "allow",
    ]);
    expect([command("curl x"), read("<project>/.env"), read("<project>/secrets/a")]).toEqual([
      "deny",
      "deny",
      "deny",
    ]);
    expect(command("npm run deploy")).toBe("ask");
  });

  it.each(["Agent(Explore)", "Agent(model:opus)", "Agent(isolation:*)", "Task(my-custom-agent)"])(
    "deny every subagent by a rule for one: %s",
    async (rule) => {
      const { request, config } = await judging({ deny: [rule] });
      const names = ["Task", "Agent"];
      for (const name of names)
        expect(request({ names: [name], kind: "other", source: "builtin", facts: {} })).toBe("deny");
      expect(config.report[0]?.kind).toBe("stricter");
    },
  );

  it("deny every call by a rule for the value of a parameter", async () => {
    const { command, config } = await judging({ deny: ["Bash(run_in_background : true)", "Read(offset:5)"] });
    expect(command("ls")).toBe("deny");
    expect(config.report.map(({ kind, line }) => [kind, line])).toEqual([
      ["stricter", 4],
      ["stricter", 5],
    ]);
    expect((await judging({ deny: ["Bash(timeout:5000)"] })).command("ls")).toBe("deny");
    expect((await judging({ deny: ["Bash(timeout:*)"] })).command("ls")).toBe("allow");
  });

  it.each([
    "Bash(command:rm *)",
    "Read(file_path:a)",
    "WebFetch(url:https://a.com)",
    "Bash(git:* push)",
    "Bsh(rm *)",
    "Stop Task",
    "StopTask",
  ])("list a deny rule that Claude Code never matches: %s", async (rule) => {
    const { config } = await judging({ deny: [rule] });
    expect(config.report).toMatchObject([{ kind: "never-matches", line: 4, text: rule }]);
  });

  it("list an allow rule for a tool that Claude Code does not have", async () => {
    const { config } = await judging({ allow: ["Bsh(ls)", "Reed"] });
    expect(config.report.map(({ kind }) => kind)).toEqual(["never-matches", "never-matches"]);
    expect(config.permissions.rules).toEqual([]);
  });
});

describe("modes of Claude Code's documentation", () => {
  const rules = { allow: ["Bash(npm test)"], ask: ["Bash(git push *)"], deny: ["Bash(curl *)"] };
  const inMode = async (defaultMode: string) => {
    using folder = new ConfiguredFolder({
      "home/.claude/settings.json": { permissions: { ...rules, defaultMode } },
    });
    const config = await folder.load();
    return { config, ...(await judgeWith(config)) };
  };

  it.each<[mode: string, verdicts: readonly Verdict[]]>([
    ["default", ["allow", "ask", "deny", "ask", "ask", "ask", "allow"]],
    ["manual", ["allow", "ask", "deny", "ask", "ask", "ask", "allow"]],
    ["acceptEdits", ["allow", "ask", "deny", "ask", "allow", "ask", "allow"]],
    ["auto", ["allow", "ask", "deny", "ask", "ask", "ask", "allow"]],
    ["dontAsk", ["allow", "deny", "deny", "deny", "deny", "deny", "allow"]],
    ["plan", ["deny", "deny", "deny", "deny", "deny", "ask", "allow"]],
    ["bypassPermissions", ["allow", "ask", "deny", "allow", "allow", "allow", "allow"]],
  ])("decide in the mode %s", async (mode, verdicts) => {
    const { command, edit, read } = await inMode(mode);
    expect([
      command("npm test"),
      command("git push"),
      command("curl a.com"),
      command("make"),
      edit("a"),
      read("/etc/hosts"),
      read("a"),
    ]).toEqual(verdicts);
  });

  it("remove no folder without a question, even in the mode bypassPermissions", async () => {
    const { command, config } = await inMode("bypassPermissions");
    for (const removal of [
      "rm -rf /",
      'rm -rf "$DIR"/*',
      "rm -rf *",
      "rmdir /etc",
      'echo "$(rm -rf ~)"',
      "sudo rm -r /usr",
    ])
      expect([removal, command(removal)]).toEqual([removal, "ask"]);
    expect(config.report).toMatchObject([{ kind: "stricter", text: "bypassPermissions" }]);
  });
});

describe("the sandbox of Claude Code's documentation", () => {
  it("denies commands the paths that it hides, and only while it is enabled", async () => {
    const filesystem = { denyRead: ["~/.aws/credentials"], denyWrite: ["/etc", "./build/"] };
    const files = [{ path: "~/.config/gh", mode: "deny" }];
    const loaded = async (enabled: boolean) => {
      using folder = new ConfiguredFolder({
        "app/.claude/settings.json": { sandbox: { enabled, filesystem, credentials: { files } } },
      });
      const config = await folder.load();
      const { request } = await judgeWith(config);
      const naming = (path: string) => {
        const fact = {
          requested: path,
          path,
          access: "read",
          insideRoots: true,
          protected: false,
          secret: false,
        } as const;
        const facts = { command: `cat ${path}`, paths: [fact] };
        return request({ names: ["Bash"], kind: "execute", source: "builtin", facts });
      };
      const { home, project } = folder;
      return [
        `${home}/.aws/credentials`,
        "/etc/hosts",
        `${project}/build/a`,
        `${home}/.config/gh/a`,
        `${project}/a`,
      ].map(naming);
    };
    expect(await loaded(true)).toEqual(["deny", "deny", "deny", "deny", "allow"]);
    expect(await loaded(false)).toEqual(["allow", "allow", "allow", "allow", "allow"]);
  });

  it("gets a report where it denies the project itself or opens more", async () => {
    using folder = new ConfiguredFolder({
      "app/.claude/settings.json": {
        sandbox: {
          enabled: true,
          filesystem: { denyRead: ["/"], allowRead: ["."], allowWrite: ["/tmp/build"] },
        },
      },
    });
    const { report } = await folder.load();
    expect(report.map(({ kind, text }) => [kind, text])).toContainEqual(["stricter", "sandbox /"]);
    expect(report.map(({ text }) => text)).toContain("sandbox.filesystem.allowWrite");
  });
});
