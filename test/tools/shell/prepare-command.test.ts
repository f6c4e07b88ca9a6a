import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareCommand } from "../../../src/tools/index.js";

const prepare = (command: string, cwd?: string) =>
  prepareCommand({ command, ...(cwd !== undefined && { cwd }) }, { cwd: "/work" });

describe("prepareCommand, background operator", () => {
  it.each([
    ["npm start &", "npm start"],
    ["sleep 5 &  \n", "sleep 5"],
    ["a; b &", "a; b"],
    ["a && b &", "a && b"],
    ["echo 'x' \"y\" \\z &", "echo 'x' \"y\" \\z"],
    ["(cd x; y) &", "(cd x; y)"],
    ["x 2>&1 &", "x 2>&1"],
    ["echo $(date) &", "echo $(date)"],
  ])("removes the background operator from %j", (command, expected) => {
    expect(prepare(command)).toEqual({ command: expected });
  });

  it.each([
    "a &&",
    "a && ",
    "echo a \\&",
    "echo 'a &",
    'echo "a &',
    "echo 'a &'",
    'echo "a &"',
    "echo a # and b &",
    "cat <<END\nx &\nEND &",
    "cat <<< x &",
    "echo `date &",
    "echo `date` &",
    "echo $'it\\'s &",
    'echo "$(echo "a)" &',
    "echo a |&",
    "echo a >&",
    "a & &",
    "a ;&",
    "&",
    "(sleep 1 &)",
    "case x in x) a &",
    "echo a \\\n&",
  ])("leaves %j unchanged", (command) => {
    expect(prepare(command)).toEqual({ command });
  });
});

describe("prepareCommand, leading cd", () => {
  it.each([
    ["cd app && npm test", "npm test", "/work/app"],
    ["cd app&&ls", "ls", "/work/app"],
    ["  cd\tapp/src  &&\n ls", "ls", "/work/app/src"],
    ["cd /abs/x-1.2 && make -j2 2>&1 | tail -5", "make -j2 2>&1 | tail -5", "/abs/x-1.2"],
    ["cd .. && ls", "ls", "/work/.."],
    ["cd ../../x && ls", "ls", "/work/../../x"],
    ["cd ./a && ls", "ls", "/work/./a"],
    ["cd a && b && c", "b && c", "/work/a"],
    ["cd a && echo 'x; y || z & ('", "echo 'x; y || z & ('", "/work/a"],
    ["cd a && npm run dev &", "npm run dev", "/work/a"],
    ["cd a && x &> log", "x &> log", "/work/a"],
  ])("turns %j into a command in a folder", (command, expected, cwd) => {
    expect(prepare(command)).toEqual({ command: expected, cwd });
  });

  it("starts in the folder of the call", () => {
    expect(prepare("cd b && ls", "/other/")).toEqual({ command: "ls", cwd: "/other/b" });
    expect(prepare("cd /b && ls", "~/a")).toEqual({ command: "ls", cwd: "/b" });
    expect(prepare("cd b && ls", "~/a")).toEqual({ command: "ls", cwd: "~/a/b" });
  });

  it.each([
    ["an expansion", ["cd $X && ls", "cd $(touch PWN; echo .) && ls", "cd `x` && ls"]],
    ["no folder", ["cd && ls"]],
    ["an option", ["cd - && ls", "cd -P x && ls", "cd -- x && ls"]],
    ["escapes and quotes within a word", ["cd a\\ b && ls", "cd a'b' && ls"]],
    ["wildcards and braces", ["cd a* && ls", "cd a? && ls", "cd [a] && ls", "cd {a,b} && ls"]],
    ["two words", ["cd a b && ls"]],
    [".. behind a name, which may be a symlink", ["cd a/../b && ls", "cd a/.. && ls"]],
    [
      "something that also runs after a failed cd",
      ["cd a && b || c", "cd a && b; c", "cd a && b\nc", "cd a && b & c"],
    ],
    [
      "words that depend on how the folder was entered",
      ["cd a && cd .. && ls", "cd a && ls $OLDPWD", "cd a && pushd b", "cd a && ls ~-"],
    ],
    [
      "groups, subshells and substitutions",
      ["cd a && (b; c)", "cd a && { b; }", "cd a && echo $(b)", "cd a && echo `b`"],
    ],
    [
      "what the shell will complain about",
      ["cd a &&", "cd a && ", "cd a && # c", "cd a && | b", "cd a && && b", "cd a && 'b"],
    ],
    ["no cd at all", ["cda && ls", "echo cd a && ls", "cd a ; ls", "cd a & ls", "CDPATH=x cd a && ls"]],
  ])("leaves a command with %s unchanged", (_, commands) => {
    for (const command of commands) expect(prepare(command)).toEqual({ command });
  });

  it("never changes the output or exit code of a command, whatever its parts", () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "collet-cd-")));
    try {
      mkdirSync(join(base, "a/b"), { recursive: true });
      const bash = (command: string, cwd: string) => {
        try {
          return {
            exit: 0,
            output: execFileSync("bash", ["-c", command], { cwd, encoding: "utf8", stdio: "pipe" }),
          };
        } catch (error) {
          const { status, stdout } = error as { status: number; stdout: string };
          return { exit: status, output: stdout };
        }
      };
      const word = fc.constantFrom(
        "a",
        "./a",
        "a/b",
        "..",
        ".",
        "'a'",
        '"a"',
        "$X",
        "a/..",
        "-",
        "a\\",
        "a&",
      );
      const piece = fc.constantFrom(
        "pwd",
        "echo x",
        "false",
        "&&",
        "||",
        ";",
        "|",
        "cat",
        "'&&'",
        '"; pwd"',
        "\\&",
        "(",
        ")",
      );
      fc.assert(
        fc.property(word, fc.array(piece, { minLength: 1, maxLength: 5 }), (folder, pieces) => {
          const command = `cd ${folder} && ${pieces.join(" ")}`;
          const prepared = prepareCommand({ command }, { cwd: base });
          if (prepared.command === command) return;
          expect(bash(prepared.command, prepared.cwd ?? base)).toEqual(bash(command, base));
        }),
        { numRuns: 150 },
      );
    } finally {
      rmSync(base, { recursive: true });
    }
  });
});

describe("prepareCommand, folders in quotes and the home folder", () => {
  it.each([
    ["cd 'my dir' && ls", { command: "ls", cwd: "/work/my dir" }],
    ['cd "my dir/b" && ls', { command: "ls", cwd: "/work/my dir/b" }],
    ["cd '/a b' && ls", { command: "ls", cwd: "/a b" }],
    ["cd ~ && pwd", { command: "pwd", cwd: "~/" }],
    ["cd ~/app && npm test", { command: "npm test", cwd: "~/app" }],
  ])("runs the rest of %j in the folder", (command, expected) => {
    expect(prepare(command)).toEqual(expected);
  });

  it.each([
    'cd "$HOME" && ls',
    'cd "a`b`" && ls',
    "cd 'a'b && ls",
    "cd '~' && ls",
    "cd ~user && ls",
    "cd ~/a/../b && ls",
    "cd '-' && ls",
    "cd 'a;b' && ls",
    "cd '' && ls",
  ])("leaves %j to the shell", (command) => {
    expect(prepare(command)).toEqual({ command });
  });
});
