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

  it.each(["Agent(Explore)", "Agent(my-custom-agent)", "Bash(run_in_background:true)"])(
    "are denied wholly or listed in the report if they concern a part of a tool: %s",
    async (rule) => {
      const { config } = await judging({ deny: [rule] });
      expect([...config.report, ...(config.permissions.rules ?? [])].length).toBeGreaterThan(0);
    },
  );
});
