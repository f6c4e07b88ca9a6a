import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandReading, loadCommandReader } from "../../src/permissions/index.js";

/** Programs that only record their arguments. */
const SHIMS = ["ls", "cat", "rg", "git", "npm", "show", "wc", "rm"];
/** Number of commands that a real bash runs, not only our reader. */
const TRIED = 100;

/** Programs that run their arguments. */
const REAL = ["bash", "sh", "env", "timeout", "nice", "nohup", "xargs", "stdbuf", "sed"];

const PLAIN = [
  "-la",
  "src",
  "a.ts",
  "--x=1",
  "HEAD~1",
  "HEAD^",
  "a=b",
  "'a b'",
  '"a b"',
  "'$x'",
  "'a;b'",
  '"*"',
  "''",
  "-n",
  "5",
];
const NASTY = [
  "\\",
  "\\\n",
  "*",
  "?",
  "[a]",
  "{a,b}",
  "{1..3}",
  "$x",
  `$\{x}`,
  "$(ls)",
  "`ls`",
  "$'a\\x62'",
  '$"a"',
  "~",
  "~root",
  "a=~",
  "!",
  "!!",
  "^a^b",
  "#",
  "#x",
  "<(ls)",
  ">(cat)",
  "> out",
  ">out",
  "2>err",
  "< in",
  "<<<x",
  "<<E\nx\nE\n",
  "&",
  "|&",
  "&>",
  ";;",
  "(",
  ")",
  "(ls)",
  "{ ls; }",
  "\r",
  "\v",
  "\f",
  "\t",
  "\u0000",
  "\u001b",
  "\u00a0",
  "\u200b",
  "\u202e",
  "\u2028",
  "\ufeff",
  "\u3164",
  "é",
  "'é'",
  "ｌｓ",
  "A=1",
  "time",
  "coproc",
  "if",
  "function",
  "-x",
  "1",
  "2",
  "2>&1",
  ">/dev/null",
  "2>/dev/null",
  "1>&2",
  "'",
  '"',
  "'\\''",
  '"\\""',
  '"$x"',
  '"`ls`"',
  '"!"',
  "a'b'c",
  "''''",
  '""x',
  "@(a|b)",
  "+(a)",
  "!(a)",
  "a\\ b",
  "\\*",
  "\\~",
  "\\#x",
  "a\\;",
  '"a\\|b"',
  '"a\\$x"',
  '"\\\\"',
  '"\\!"',
  '"a\\\nb"',
  "[[ a ]]",
  "((1))",
  "alias ls=rm\n",
  "shopt -s expand_aliases\n",
  "set -f",
  "export PATH=.",
  "ls() { rm; }",
  "eval",
  "exec",
  "cd ..",
  "eval 'show x'",
  "bash -c 'ls; show y'",
  "timeout 5 show z",
  "env show q",
  "nice -n 5 show r",
  "xargs show",
  'sh -c "ls a"',
  "nohup show",
  "command show",
  "hash -p /bin/rm ls",
];
const SEPARATORS = ["; ", " && ", " || ", " | ", "\n", ";", "|", "&&"];

/** Creates texts that mostly look harmless, many of which contain something harmful. */
const commandLine = fc
  .array(
    fc.tuple(
      fc.constantFrom(...SHIMS, ...SHIMS, "echo", "true", "timeout 5 ls", "bash -c 'ls'"),
      fc.array(
        fc.tuple(
          fc.oneof(
            { weight: 8, arbitrary: fc.constantFrom(...PLAIN) },
            { weight: 1, arbitrary: fc.constantFrom(...NASTY) },
          ),
          fc.constantFrom(" ", " ", " ", " ", "", "  ", "\t"),
        ),
        { maxLength: 4 },
      ),
      fc.constantFrom(...SEPARATORS),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) =>
    parts
      .map(([name, words, separator], index) => {
        const text = `${name} ${words.map((pair) => pair.join("")).join("")}`;
        return index === parts.length - 1 ? text : text + separator;
      })
      .join(""),
  );

describe("the certain commands of a text, compared with a real bash", () => {
  let folder = "";
  let read: (command: string) => CommandReading;

  beforeAll(async () => {
    read = await loadCommandReader();
    folder = mkdtempSync(join(tmpdir(), "collet-reader-"));
    for (const name of ["bin", "work", "log"]) mkdirSync(join(folder, name));
    for (const name of SHIMS) {
      const shim = join(folder, "bin", name);
      // A single write, so that the programs of a pipeline do not mix their lines.
      writeFileSync(shim, `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@" >>"$SHIM_LOG.$$"\n`);
      chmodSync(shim, 0o755);
    }
    for (const name of REAL) {
      const found = spawnSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
      symlinkSync(found, join(folder, "bin", name));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the command lines that programs received. */
  function executed(command: string, index: number): string[] {
    const log = mkdtempSync(join(folder, "log", `${index}-`));
    spawnSync("/bin/bash", ["--noprofile", "--norc", "-c", command], {
      cwd: join(folder, "work"),
      env: { PATH: join(folder, "bin"), HOME: folder, SHIM_LOG: join(log, "call"), LC_ALL: "C.UTF-8" },
      stdio: ["ignore", "ignore", "ignore"],
      timeout: 5_000,
    });
    return readdirSync(log).map((name) =>
      JSON.stringify(readFileSync(join(log, name), "utf8").split("\0").slice(0, -1)),
    );
  }

  function judged({ certain = [] }: CommandReading): string[] {
    return certain
      .filter(({ words }) => SHIMS.includes(words[0] ?? ""))
      .map(({ words }) => JSON.stringify(words));
  }

  it("match what runs: every program receives exactly the judged words", {
    timeout: 180_000,
  }, () => {
    const samples = [...new Set(fc.sample(commandLine, { numRuns: 5_000, seed: 41 }))];
    const accepted = samples.filter(
      (command) => !command.includes("\0") && read(command).certain !== undefined,
    );
    // The ones with the most unusual characters come first.
    const strangeness = (command: string) => command.replace(/[\w ./-]/g, "").length;
    const tried = accepted.sort((one, other) => strangeness(other) - strangeness(one)).slice(0, TRIED);
    expect(tried.length).toBe(TRIED);
    expect(accepted.length).toBeLessThan(samples.length * 0.9);

    let compared = 0;
    for (const [index, command] of tried.entries()) {
      const allowed = judged(read(command));
      const ran = executed(command, index);
      compared += ran.length;
      const left = [...allowed];
      for (const call of ran) {
        const at = left.indexOf(call);
        expect(at, `${JSON.stringify(command)} ran ${call}, judged were ${allowed.join(" ")}`).not.toBe(-1);
        left.splice(at, 1);
      }
      // A command after `||` may be skipped, but no other command.
      if (!command.includes("||")) expect(left, JSON.stringify(command)).toEqual([]);
    }
    expect(compared).toBeGreaterThan(TRIED);
    expect(readdirSync(join(folder, "work")), "nothing was written").toEqual([]);
  });

  it("differ from what runs without the strict reading, so the test can fail", () => {
    const tricks = ["ls {a,b}", "ls $x", "ls ~", "ls $'a\\x62'"];
    for (const [index, command] of tricks.entries()) {
      const naive = JSON.stringify(command.split(" "));
      expect(executed(command, 10_000 + index), command).not.toEqual([naive]);
      expect(read(command).certain, command).toBeUndefined();
    }
  });
});
