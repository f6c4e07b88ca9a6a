import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createToolRuntime, type PermissionsInput } from "../../../src/index.js";

let base = "";
let cwd = "";

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "collet-commands-")));
  cwd = join(base, "ws");
  mkdirSync(join(cwd, "src"), { recursive: true });
  mkdirSync(join(base, "out"));
  for (const [path, text] of [
    ["ws/a", "one\ntwo\n"],
    ["ws/b", "three\n"],
    ["ws/.env", "KEY=1\n"],
    ["ws/src/a.ts", "foo\n"],
    ["ws/src/.env", "KEY=2\n"],
    ["out/x", "outside\n"],
  ] as const) {
    writeFileSync(join(base, path), text);
  }
  symlinkSync("../.env", join(cwd, "src/notes"));
  symlinkSync(join(base, "out"), join(cwd, "link"));
  execFileSync("git", ["init", "-q", cwd]);
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  execFileSync("git", ["-C", cwd, ...identity, "commit", "-q", "--allow-empty", "-m", "first words"]);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Runs a command with an approver that rejects it; returns the questions. */
async function run(command: string, permissions: PermissionsInput = "default", folder?: string) {
  const asked: string[] = [];
  await using runtime = createToolRuntime({
    cwd,
    stateDirectory: join(base, "state"),
    permissions,
    onApproval: ({ decision, facts }) => {
      asked.push(
        `${decision.source} ${(facts.paths ?? []).map((path) => (typeof path === "string" ? path : path.path)).join(" ")}`,
      );
      return false;
    },
  });
  const input = { cmd: command, ...(folder !== undefined && { cwd: join(cwd, folder) }) };
  const result = await runtime.execute({ id: "1", name: "Bash", input });
  return { asked, status: result.status, text: JSON.stringify(result.content) };
}

describe("an everyday command", () => {
  it.each([
    ["ls -la", "a"],
    ["cat a", "one"],
    ["wc -l a b", "total"],
    ["head -n 1 a && pwd", "one"],
    ["cat a | wc -l", "2"],
    ["cd src && cat a.ts", "foo"],
    ["find . -name '*.ts'", "a.ts"],
    ["grep -n two a 2>/dev/null", "two"],
    ["echo 'a; rm -rf /'", "a; rm -rf /"],
  ])("runs without a question: %s", async (command, output) => {
    const { asked, status, text } = await run(command);
    expect(asked).toEqual([]);
    expect(status).toBe("done");
    expect(text).toContain(output);
  });

  it("allows git in a trusted folder and in no other if its configuration may name a program", async () => {
    execFileSync("git", ["-C", cwd, "config", "alias.x", "log"]);
    const trusted = await run("git log", { trustedFolders: ["."] });
    expect(trusted).toMatchObject({ asked: [], status: "done" });
    expect(trusted.text).toContain("first words");
    expect((await run("git log")).asked).toHaveLength(1);
    expect((await run("git log", { trustedFolders: [base] })).status).toBe("done");
    expect((await run("git log", { trustedFolders: [join(base, "out")] })).asked).toHaveLength(1);
  });
});

describe("an embedded repository in a trusted folder", () => {
  it("does not trust an embedded repository unless its own path is named", async () => {
    const trusted: PermissionsInput = { trustedFolders: ["."] };
    for (const name of ["vendor", "bare", "bare/deep"]) mkdirSync(join(cwd, name), { recursive: true });
    execFileSync("git", ["init", "-q", join(cwd, "vendor")]);
    writeFileSync(join(cwd, "bare/HEAD"), "ref: refs/heads/main\n");
    for (const name of ["objects", "refs"]) mkdirSync(join(cwd, "bare", name));
    expect(await run("git log", trusted, "src")).toMatchObject({ asked: [], status: "done" });
    for (const folder of ["vendor", "bare", "bare/deep"]) {
      expect((await run("git status", trusted, folder)).asked, folder).toHaveLength(1);
    }
    const named = await run("git status", { trustedFolders: [".", join(cwd, "vendor")] }, "vendor");
    expect(named).toMatchObject({ asked: [], status: "done" });
  });
});

describe("a command after a cd through a symbolic link", () => {
  it.each([
    ["cd link/.. && cat out/x", "out/x"],
    ["cd link/..; cat out/x", "out/x"],
    ["cd src/../link/../out && cat x", "out/x"],
    ["cd -P link && cat x", "out/x"],
    ["cd -- link && cat x", "out/x"],
    ["command cd link/..; cat out/x", "out/x"],
    ["builtin cd link/..; cat out/x", "out/x"],
    ["cd src && cat ../link/x", "out/x"],
    ["cd src/../link && cat ../.env", ".env"],
  ])("asks about the file that the link may lead to: %s", async (command, file) => {
    const { asked } = await run(command);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(join(base, file));
  });

  it.each([
    "cd - && cat a",
    "cd; cat a",
    "pushd src && cat a.ts",
    "CDPATH=link cd x && cat a",
    "cd src; cd .. && cat a",
  ])("asks when only the shell knows the folder: %s", async (command) => {
    expect((await run(command)).asked).toHaveLength(1);
  });

  it.each([
    ["cd src/.. && cat a", "one"],
    ["cd src && cat ../a", "one"],
    ["cd ./src && cat a.ts", "foo"],
  ])("runs without a question when both interpretations stay inside: %s", async (command, output) => {
    const { asked, text } = await run(command);
    expect(asked).toEqual([]);
    expect(text).toContain(output);
  });
});

describe("a path that a command names", () => {
  const wide: PermissionsInput = [{ tool: "Bash", verdict: "allow" }];

  it.each<[string, PermissionsInput, string]>([
    ["cat .env", "default", "protected"],
    ["cat src/notes", "default", "protected"],
    ["cat link/x", "default", "boundary"],
    ["cat src/../.env", wide, "protected"],
    ["cat < .env", wide, "protected"],
    ["cat $PWD/.env", wide, "protected"],
    ['cat "$' + '{PWD}/src/.env"', wide, "protected"],
    ["cat ~+/.env", wide, "protected"],
    ["for f in a .env; do cat $f; done", wide, "protected"],
    ["X=.env; cat $X", wide, "protected"],
    ["X=(a .env); cat $" + "{X[@]}", wide, "protected"],
    ["while read f; do cat $f; done <<< .env", wide, "protected"],
    ["cat .en[v]", wide, "protected"],
    ["node x.js {.en,b}v", wide, "protected"],
    ["node x.js {src/.env,b}", wide, "protected"],
    ["node x.js .e{n,m}*", wide, "protected"],
    ["cat < .en?", wide, "protected"],
    ["cat @(.env)", wide, "protected"],
    ["cd src && node x.js .e*", wide, "protected"],
    ["for f in .*; do cat $f; done", wide, "protected"],
    ["echo .env | xargs cat", wide, "protected"],
    ["printf 'a\\n.env\\n' | xargs -n1 cat", wide, "protected"],
    ["echo .env | xargs cat", [{ command: "*", verdict: "allow" }], "protected"],
    ["fd -H .env -x cat", wide, "protected"],
    ["bash -c 'cat .env'", wide, "protected"],
    ["find . -exec cat .env +", wide, "protected"],
    ["curl -d @.env http://127.0.0.1:1", wide, "protected"],
    ["python3 -c x ./src/.env", wide, "protected"],
    ["cp .env src/copy", wide, "protected"],
    ["echo x > .git/hooks/pre-commit", wide, "protected"],
    ["echo x > link/y", wide, "boundary"],
    ["cp a link/y", wide, "boundary"],
    ["mytool --out=/etc/collet-test", wide, "boundary"],
    ["cd src && cat .env", wide, "protected"],
  ])("asks about a path outside the permitted folders: %s", async (command, permissions, source) => {
    const { asked, status } = await run(command, permissions);
    expect(status).toBe("rejected-by-user");
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(new RegExp(`^${source} `));
  });

  it("resolves a path from the folder in which the command runs", async () => {
    expect((await run("cat .env", wide, "src")).asked[0]).toContain(join(cwd, "src/.env"));
    expect((await run("cat notes", wide, "src")).asked[0]).toContain(join(cwd, ".env"));
    expect(await run("cat a.ts", "default", "src")).toMatchObject({ asked: [], status: "done" });
  });

  it("does not ask about patterns that no secret file matches, or whose names are only printed", async () => {
    for (const command of [
      "cat sr[c]/a.ts",
      "true {a,b}",
      "true $X*",
      "echo .e*",
      "true src/*.t[s]",
      "echo a | xargs cat",
    ]) {
      expect(await run(command, wide), command).toMatchObject({ asked: [], status: "done" });
    }
  });

  it("ignores a word that only looks like a path", async () => {
    for (const command of ["echo /no/such/folder", "printf %s /x/y/z", "echo .envy"]) {
      expect(await run(command, wide), command).toMatchObject({ asked: [], status: "done" });
    }
  });

  it("denies a path by a rule in any command", async () => {
    const rules: PermissionsInput = [...(wide as []), { path: "src/**", verdict: "deny" }];
    for (const command of [
      "cat src/a.ts",
      "true < src/a.ts",
      "cd src && cat a.ts",
      "sh -c 'cat src/a.ts'",
      "mytool --in=src/a.ts",
    ]) {
      expect((await run(command, rules)).status, command).toBe("rejected-by-user");
      expect((await run(command, rules)).asked, command).toEqual([]);
    }
  });

  it("asks about a command that is too long to parse, even if a rule allows everything", async () => {
    for (const command of [`cat .env # ${"a".repeat(10_000)}`, `${"true;".repeat(700)}cat .env`]) {
      expect((await run(command, wide)).asked, command.slice(-20)).toEqual([
        expect.stringMatching(/^boundary /),
      ]);
    }
    expect(await run(`${"true;".repeat(100)}cat a`, wide)).toMatchObject({ asked: [], status: "done" });
  });

  it("asks about a path that cannot be looked up", async () => {
    const { asked, status } = await run(`cat ${"a".repeat(5_000)}`);
    expect(status).toBe("rejected-by-user");
    expect(asked).toHaveLength(1);
  });
});

describe("a rule about paths below a folder that a command reads", () => {
  const denied: PermissionsInput = [
    { tool: "Bash", verdict: "allow" },
    { path: "src/inner/**", verdict: "deny" },
  ];
  beforeAll(() => {
    mkdirSync(join(cwd, "src/inner"), { recursive: true });
    mkdirSync(join(cwd, "lib"), { recursive: true });
    writeFileSync(join(cwd, "lib/a.ts"), "foo\n");
    writeFileSync(join(cwd, "src/inner/b.ts"), "foo\n");
  });

  const FORMS = [
    "rg foo",
    "rg foo .",
    "rg -t ts foo src",
    "rg --files",
    "grep -r foo .",
    "grep -rn foo src",
    "grep --recursive --unknown foo src",
    "timeout 5 rg foo",
    "cd src && rg foo",
    "ls -R",
    "ls -laR src",
    "find . -type f",
    "find src -exec cat {} +",
    "find . -type f | xargs cat",
    "git grep foo",
    "git -C . grep foo",
    "git diff",
    "git log -p",
    "git show",
    "ag foo",
    "tree src",
    "tar cf - src",
    "cp -r src other",
    "cat src/[i]*/*",
  ];
  it.each(FORMS)("asks, although a rule allows every command: %s", async (command) => {
    const { asked, status } = await run(command, denied);
    expect(asked, status).toHaveLength(1);
  });

  it.each(["rg foo", "ls -R", "grep -r foo .", "git grep foo", "find . -type f"])(
    "asks although a rule allows this command: %s",
    async (command) => {
      const rules: PermissionsInput = [...(denied as []), { command: `${command} *`, verdict: "allow" }];
      expect((await run(command, rules)).asked).toHaveLength(1);
    },
  );

  it.each(["rg foo", "ls -R", "find . -name '*.ts'"])("asks under the default rules: %s", async (command) => {
    const rules: PermissionsInput = [{ path: "src/inner/**", verdict: "deny" }];
    expect((await run(command, rules)).asked).toHaveLength(1);
    expect((await run(command)).asked).toEqual([]);
  });

  it.each([
    "rg foo lib",
    "grep -r foo lib",
    "ls -R lib",
    "find lib -type f",
    "ls src",
    "cat src/a.ts",
    "cd lib && rg foo",
    "git status",
  ])("ignores a path rule that cannot match below the folder: %s", async (command) => {
    expect(await run(command, denied)).toMatchObject({ asked: [] });
  });

  it("denies a command when the rule names the folder", async () => {
    for (const command of [
      "rg foo src/inner",
      "ls -R src/inner",
      "cd src/inner && rg foo",
      "git grep foo src/inner",
    ]) {
      expect(await run(command, denied), command).toMatchObject({ asked: [], status: "rejected-by-user" });
    }
  });

  it("asks when the rule may match at any depth, and when the rule asks", async () => {
    for (const path of ["**/*.pem", "*/inner/b.ts", "src/{inner,x}/**"]) {
      const rules: PermissionsInput = [
        { tool: "Bash", verdict: "allow" },
        { path, verdict: "deny" },
      ];
      expect((await run("rg foo", rules)).asked, path).toHaveLength(1);
    }
    const asks: PermissionsInput = [
      { tool: "Bash", verdict: "allow" },
      { path: "src/inner/**", verdict: "ask" },
    ];
    expect((await run("rg foo", asks)).asked).toHaveLength(1);
  });

  it.each(["echo src/inner/b.ts | xargs cat", "echo 'cat src/inner/b.ts' | sh"])(
    "asks when the path is known only at run time: %s",
    async (command) => {
      expect((await run(command, denied)).asked).toHaveLength(1);
    },
  );
});

describe("a command with a pattern of file names", () => {
  it.each([
    ["cat *", "one"],
    ["cat src/*.ts", "foo"],
    ["grep -n foo s*/a.t?", "foo"],
    ["wc -l ? src/*.ts", "total"],
    ["ls nothing*", "nothing"],
    ["cd src && cat *.ts", "foo"],
  ])("runs where it names only ordinary files: %s", async (command, output) => {
    rmSync(join(cwd, "link"), { force: true });
    rmSync(join(cwd, "src/notes"), { force: true });
    const { asked, text } = await run(command);
    symlinkSync("../.env", join(cwd, "src/notes"));
    symlinkSync(join(base, "out"), join(cwd, "link"));
    expect(asked).toEqual([]);
    expect(text).toContain(output);
  });

  it.each([
    ["cat src/*", ".env"],
    ["cat s??/n*", ".env"],
    ["cd src && cat *", ".env"],
    ["cat .e*", ".env"],
    ["cat link/*", "out"],
    ["cat l*/x", "out/x"],
    ["cat l*/*", "out"],
    ["ls */*", "out"],
    ["cat ./l*/?", "out"],
    ["cat ../out/*", "out"],
    ["ls /*", "/"],
    ["cat */../../out/x", "out/x"],
  ])("asks about a file that it may name: %s", async (command, file) => {
    const { asked } = await run(command);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(file);
  });

  it("asks if a name could be an option, or if there are too many names", async () => {
    writeFileSync(join(cwd, "-n"), "");
    expect((await run("cat *")).asked).toHaveLength(1);
    expect((await run("cat ./a*")).asked).toEqual([]);
    rmSync(join(cwd, "-n"));
    mkdirSync(join(cwd, "many"));
    for (let index = 0; index < 201; index += 1) writeFileSync(join(cwd, "many", `f${index}`), "");
    expect((await run("cat many/f*")).asked).toHaveLength(1);
    expect((await run("cat many/f1*")).asked).toEqual([]);
    rmSync(join(cwd, "many"), { recursive: true });
  });

  it.each([
    ["cd sub; sort *", true],
    ["ls; cd sub && sort *.ts", true],
    ["ls; cd ./sub && cd . && sort *.ts", true],
    ["for f in sub; do cd $f; sort *.ts; done", true],
    ["ls sub/*.ts; cd sub; sort *.ts", true],
    ["cd sub; sort ./*.ts", false],
    ["cd sub; sort x*", false],
    ["ls; sort sub/*.ts", false],
  ])("asks if a name in the folder that it enters could be an option: %s", async (command, asks) => {
    mkdirSync(join(cwd, "sub"));
    for (const name of ["--output=n.ts", "x.ts"]) writeFileSync(join(cwd, "sub", name), "x\n");
    onTestFinished(() => rmSync(join(cwd, "sub"), { recursive: true }));
    expect((await run(command)).asked).toHaveLength(asks ? 1 : 0);
  });

  it("asks if git starts in another folder than the names that the shell inserts", async () => {
    expect((await run("git -C src ls-files *.ts", { trustedFolders: ["."] })).asked).toHaveLength(1);
  });

  it("obeys rules about the files", async () => {
    const permissions: PermissionsInput = [{ path: "src/a.ts", verdict: "deny" }];
    expect(await run("cat src/*.ts", permissions)).toMatchObject({ asked: [], status: "rejected-by-user" });
    expect((await run("cat a*", permissions)).status).toBe("done");
  });
});
