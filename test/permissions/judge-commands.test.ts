import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import type { PermissionRule, Verdict } from "../../src/contract/index.js";
import {
  explain,
  grantFor,
  type JudgedPath,
  judge,
  loadCommandReader,
  type PermissionsInput,
  suggestRules,
} from "../../src/permissions/index.js";
import { allow, ask, CWD, call, deny, HOME, path, rulesOf } from "./judging.js";

const readCommand = await loadCommandReader();

/** Judges a command with the paths it names, as the workspace would resolve them. */
function judgeCommand(command: string, input: PermissionsInput = "default", commandCwd = CWD) {
  return judge(requestFor(command, commandCwd), rulesOf(input), { readCommand });
}

function requestFor(command: string, commandCwd = CWD) {
  const paths = (readCommand(command).paths ?? [])
    .filter(({ role }) => role === "operand")
    .map((named): JudgedPath => {
      const requested = named.path.startsWith("~/") ? HOME + named.path.slice(1) : named.path;
      const secret = /(?:^|\/)\.env$/.test(requested);
      const inGit = /\.git\//.test(requested);
      const real = posix.resolve(CWD, requested);
      const located = path(real, named.access, { secret, protected: inGit, fromCommand: true });
      return real === CWD ? { ...located, insideRoots: true } : located;
    });
  const cwd = path(commandCwd, "read", { insideRoots: true });
  return call("Bash", { command, commandCwd, paths: [cwd, ...paths] });
}

const verdictOf = (command: string, input?: PermissionsInput): Verdict =>
  judgeCommand(command, input).verdict;

describe("a command under the default preset", () => {
  it.each([
    "ls -la",
    "cat x",
    "rg foo src",
    "wc -l a b",
    "cat src/a.ts | wc -l",
    "cd src && ls",
    "echo 'a; b'",
  ])("runs without a question if it only reads: %s", (command) => {
    expect(judgeCommand(command)).toMatchObject({ verdict: "allow", source: "kind" });
    expect(judgeCommand(command).reason).toMatch(/only reads/);
  });

  it.each(["npm test", "rm x", "ls; rm x", "cat x | sh", "ls > x", "$X", "ls *", "sudo ls", "git status"])(
    "asks if it does more than read: %s",
    (command) => {
      expect(verdictOf(command)).toBe("ask");
    },
  );

  it.each<[string, string]>([
    ["cat .env", "secret"],
    ["cat /etc/passwd", "outside"],
    ["cat ~/x", "outside"],
    ["head -n 5 a ../../x", "outside"],
    ["ls | cat .env", "secret"],
  ])("asks if it reads a secret file or one outside the roots: %s", (command, why) => {
    expect(verdictOf(command)).toBe("ask");
    expect(judgeCommand(command).reason).toContain(why);
  });

  it("does not apply command rules to tools that are not shells", () => {
    const other = { ...requestFor("ls"), kind: "other" } as const;
    expect(judge(other, rulesOf("default"), { readCommand }).verdict).toBe("ask");
  });

  it("asks if the shell may be a different one", () => {
    const rules = { ...rulesOf("default"), separator: "\\" } as const;
    expect(judge(call("Bash", { command: "ls" }), rules, { readCommand }).verdict).toBe("ask");
  });

  it("asks about everything without a parser", () => {
    expect(judge(requestFor("ls"), rulesOf("default")).verdict).toBe("ask");
  });
});

describe("rules about commands and paths together", () => {
  it("an ask or deny rule applies to a command that only reads", () => {
    expect(verdictOf("ls", [ask({ tool: "Bash" })])).toBe("ask");
    expect(verdictOf("ls", [ask({ command: "ls *" })])).toBe("ask");
    expect(verdictOf("ls", [deny({ command: "ls *" })])).toBe("deny");
    expect(verdictOf("ls", "read-only")).toBe("deny");
  });

  it("every command that does more than read needs an allow rule", () => {
    const rules = [allow({ command: "npm test *" })];
    expect(verdictOf("npm test -- x | tail -n 5", rules)).toBe("allow");
    expect(verdictOf("cd app && npm test", rules)).toBe("allow");
    expect(verdictOf("timeout 60 npm test", rules)).toBe("allow");
    expect(verdictOf("npm test && npm publish", rules)).toBe("ask");
    expect(verdictOf("bash -c 'npm test'", rules)).toBe("ask");
    expect(verdictOf("bash -c 'npm publish'", [allow({ command: "bash *" })])).toBe("ask");
  });

  it("a command rule does not open secrets, protected paths or paths outside the roots", () => {
    expect(verdictOf("cat .env", [allow({ command: "cat *" })])).toBe("ask");
    expect(verdictOf("cp a .git/config", [allow({ command: "cp *" })])).toBe("ask");
    expect(verdictOf("cp a /etc/x", [allow({ tool: "Bash" })])).toBe("ask");
    expect(verdictOf("npm test > /etc/x", [allow({ tool: "Bash" })])).toBe("ask");
    expect(verdictOf("cp a /etc/x", [allow({ tool: "Bash" }), allow({ tool: "Bash", path: "/etc/x" })])).toBe(
      "allow",
    );
    expect(verdictOf("cp a b", [allow({ command: "cp *" })])).toBe("allow");
  });

  it("a path rule denies the path to commands too", () => {
    const rules = [allow({ tool: "Bash" }), deny({ path: "secrets/**" })];
    for (const command of [
      "cat secrets/x",
      "sudo cat secrets/x",
      "true < secrets/x",
      "bash -c 'cat secrets/x'",
    ]) {
      expect(verdictOf(command, rules), command).toBe("deny");
    }
    expect(verdictOf("cat src/x", rules)).toBe("allow");
    expect(judgeCommand("cat s*/x", rules)).toMatchObject({ verdict: "ask", rule: rules[1] });
    expect(verdictOf("cat $X", rules)).toBe("ask");
    expect(verdictOf("cat $X", [allow({ tool: "Bash" })])).toBe("allow");
  });

  it.each(["rm -rf .", `rm -rf ${CWD}`, "rm -rf /work", "rm -rf /"])(
    "ask before the working folder goes: %s",
    (command) => {
      expect(verdictOf(command, [allow({ command: "rm *" })])).toBe("ask");
      expect(verdictOf("rm -rf build", [allow({ command: "rm *" })])).toBe("allow");
    },
  );
});

describe("git", () => {
  const trusting = (...trustedFolders: readonly string[]): PermissionsInput => ({ trustedFolders });

  it.each([[["."]], [[CWD]], [[`${CWD}/`]], [["/work"]], [["/work/*"]], [["/"]]])(
    "reads without a question in a trusted folder: %j",
    (folders) => {
      expect(verdictOf("git log -3 | cat", trusting(...folders))).toBe("allow");
      expect(verdictOf("git commit -m x", trusting(...folders))).toBe("ask");
    },
  );

  it.each([[[]], [["/elsewhere"]], [["/work/app2"]], [["app"]], [["~"]]])(
    "asks outside of trusted folders: %j",
    (folders) => {
      expect(verdictOf("git log", trusting(...folders))).toBe("ask");
      expect(judgeCommand("git log", trusting(...folders)).reason).toMatch(/not a trusted folder/);
    },
  );

  it("uses the folder that it runs in for trust, not the folder of the session", () => {
    expect(judgeCommand("git log", trusting("."), `${CWD}/sub`).verdict).toBe("allow");
    expect(judgeCommand("git log", trusting("."), "/other").verdict).toBe("ask");
    expect(verdictOf("cd vendor && git log", trusting("."))).toBe("ask");
  });

  it.each([["x"], [[""]], [[1]], [{}]])("rejects %j as trusted folders", (folders) => {
    expect(() => rulesOf({ trustedFolders: folders as never })).toThrow(TypeError);
  });
});

describe("gh", () => {
  const trusted: PermissionsInput = { trustedFolders: ["."] };

  it.each([
    "gh pr view 12 --comments",
    "gh pr view 12 -R owner/repository --json title,body -q '.title + \" \" + .body' | head -20",
    "gh pr list --state open --limit 20; git log -3",
    "gh pr diff 7 --name-only",
    "gh run view 5 --log-failed 2>/dev/null | tail -50",
    "gh api repos/o/r/pulls/3/comments --paginate --jq '.[].path'",
    "gh api -X GET 'search/issues?q=x&per_page=5'",
    "gh pr view https://github.com/o/r/pull/3",
    "gh repo view o/r --json name",
  ])("reads without a question only in a trusted folder: %s", (command) => {
    expect(judgeCommand(command, trusted)).toMatchObject({
      verdict: "allow",
      confinement: { readOnly: true, usesAccount: true, programs: expect.arrayContaining(["gh", "git"]) },
    });
    expect(verdictOf(command, "default")).toBe("ask");
    expect(judgeCommand(command, trusted, "/other").verdict).toBe("ask");
  });

  it("states why it asks outside of trusted folders", () => {
    expect(judgeCommand("gh pr list", "default").reason).toMatch(
      /the login of the user.*not a trusted folder/,
    );
  });

  it.each([
    "gh pr view 12 --web",
    "gh pr checks 1 --watch",
    "gh pr view -R other.example/o/r 1",
    "gh pr view https://other.example/o/r/pull/1",
    "gh repo view https://other.example/o/r",
    "gh pr list --jq env",
    "gh api https://other.example/x",
    "gh api //other.example/x",
    "gh api repos/o/r --hostname other.example",
    "gh api repos/o/r/issues -f title=x",
    "gh api -X DELETE repos/o/r",
    "gh api -XDELETE repos/o/r",
    "gh api --method=PATCH repos/o/r",
    "gh api -X GET -X POST repos/o/r",
    "gh api repos/o/r -H 'X-HTTP-Method-Override: DELETE'",
    "gh api graphql -f query='{viewer{login}}'",
    "gh api repos/o/r --cache 1h",
    "gh api repos/o/r --input a.json",
    "gh api user/../../x/y -F a=@.env",
    "gh pr create --fill",
    "gh pr merge 1",
    "gh run download 1",
    "gh run rerun 1",
    "gh release download v1",
    "gh repo clone o/r",
    "gh auth token",
    "gh alias list",
    "gh extension list",
    "gh my-alias",
    "gh co",
    "GH_HOST=other.example gh pr list",
    "GH_CONFIG_DIR=. gh pr list",
    "gh pr view $X",
    "gh pr view 1 > out.txt",
  ])("asks even in a trusted folder: %s", (command) => {
    expect(verdictOf(command, trusted)).toBe("ask");
  });

  it("a rule on the command applies to it", () => {
    expect(verdictOf("gh pr list", { ...trusted, rules: [deny({ command: "gh *" })] })).toBe("deny");
    expect(verdictOf("gh pr list", { ...trusted, rules: [{ command: "gh *", verdict: "ask" }] })).toBe("ask");
  });
});

describe("the grant for a command", () => {
  const session = (command: string) => grantFor(requestFor(command), undefined, { readCommand });

  it("contains each exact command separately", () => {
    expect(session("cd app && npm ci && npm test | tail -n 5")).toEqual([
      { tool: "Bash", command: "npm ci", verdict: "allow" },
      { tool: "Bash", command: "npm test", verdict: "allow" },
    ]);
    const rules: readonly PermissionRule[] = session("npm ci && npm test");
    const judged = (command: string) =>
      judge(requestFor(command), rulesOf("default", { grants: rules }), { readCommand }).verdict;
    expect(judged("npm ci && npm test")).toBe("allow");
    expect(judged("npm test; npm ci")).toBe("allow");
    expect(judged("npm test -- x")).toBe("ask");
  });

  it.each([
    "bash -c 'npm test'",
    "npm test; node x",
    "npm test > out",
    "npm test 'a*'",
    "rm x && cat /etc/y",
    "sudo npm test",
  ])("contains no rule for %s", (command) => {
    expect(session(command)).toEqual([]);
  });
});

describe("suggested rules", () => {
  const suggested = (command: string) =>
    suggestRules(requestFor(command), { readCommand }).map((rule) => rule.command);

  it.each<[string, readonly string[]]>([
    ["git push origin main", ["git push *"]],
    ["npm run dev -- --port 1", ["npm run dev *"]],
    ["npm test", ["npm test *"]],
    ["git config user.name x", ["git config user.name *"]],
    ["aws s3 ls bucket", ["aws s3 ls *"]],
    ["cargo build --release && cargo test x", ["cargo build *", "cargo test *"]],
    ["cat x | npm test", ["npm test *"]],
    ["timeout 60 npm test", ["npm test *"]],
    ["pytest -x", ["pytest *"]],
    ["ls", []],
    ["rm x", []],
    ["foo bar", []],
    ["git -C x push", []],
    ["git", []],
    ["npm exec x", []],
    ["docker run x", []],
    ["docker ps", []],
    ["make build", []],
    ["bun test x", []],
    ["python -c x", []],
    ["env A=1 npm test", []],
    ["npm test; rm x", []],
    ["npm test > x", []],
    ["npm test && cat /etc/x", []],
  ])("%s: %j", (command, rules) => {
    expect(suggested(command)).toEqual(rules);
  });

  it("name the folder of a file, and the host", () => {
    expect(suggestRules(call("Edit", { paths: [path("src/[id]/a.ts")] }))).toEqual([
      { tool: "edit_file", path: "/work/app/src/[[]id]/a.ts", verdict: "allow" },
      { tool: "edit_file", path: "/work/app/src/[[]id]/**", verdict: "allow" },
    ]);
    expect(suggestRules(call("Fetch", { hosts: ["example.org", "*"] }))).toEqual([
      { tool: "read_web_page", host: "example.org", verdict: "allow" },
    ]);
    const file = { tool: "edit_file", path: "/work/app/n.md", verdict: "allow" };
    for (const roots of [["/work/app"], ["/work/app/deeper"], ["/work/app", "/x"]]) {
      expect(suggestRules(call("Edit", { paths: [path("n.md")] }), { roots })).toEqual([file]);
    }
    expect(suggestRules(call("Edit", { paths: [path("n.md")] }), { roots: ["/work/ap"] })).toHaveLength(2);
    expect(suggestRules(call("Edit", { paths: [path("/tmp/x")] }))).toEqual([]);
    expect(suggestRules(call("Edit", { paths: [path(".env", "write", { secret: true })] }))).toEqual([]);
    expect(suggestRules(call("Delete", { paths: [path("a", "delete")] }))).toEqual([]);
  });
});

describe("explain", () => {
  const explained = (command: string, input: PermissionsInput) =>
    explain(requestFor(command), rulesOf(input), { readCommand });

  it("states the decision about each command and path, with the reason", () => {
    const { decision, aspects, text } = explained("npm test && npm publish && cat /etc/x", [
      allow({ command: "npm test *", reason: "Tests may run." }),
    ]);
    expect(decision).toMatchObject({ verdict: "ask" });
    expect(aspects.map(({ type, subject, decision: { verdict } }) => [type, subject, verdict])).toEqual([
      ["path", "/etc/x", "ask"],
      ["command", "npm test", "allow"],
      ["command", "npm publish", "ask"],
      ["command", "cat /etc/x", "allow"],
    ]);
    expect(text.split("\n")).toEqual([
      "Needs approval at the boundary of the working folders: /etc/x is outside the working folders.",
      "- path /etc/x: Needs approval at the boundary of the working folders: /etc/x is outside the working folders.",
      '- command npm test: Allowed by the rule { command: "npm test *", verdict: "allow" }: Tests may run.',
      "- command npm publish: Needs approval by default for tools of this kind.",
      '- command cat /etc/x: Allowed by default for tools of this kind: "cat /etc/x" only reads.',
    ]);
  });

  it("agrees with judge", () => {
    for (const command of ["ls", "rm x", "cat .env", "$X", "ls; rm x"]) {
      for (const input of ["default", "allow-all", "read-only", [deny({ command: "rm *" })]] as const) {
        expect(explained(command, input).decision).toEqual(judgeCommand(command, input));
      }
    }
  });
});
