import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_WRAPPER_DEPTH } from "../../src/permissions/commands/command-limits.js";
import { judge, loadCommandReader, type PermissionsInput } from "../../src/permissions/index.js";
import { WRAPPER_TABLES } from "../../src/permissions/wrappers/index.js";
import { allow, ask, CWD, call, deny, path, rulesOf } from "./judging.js";

const read = await loadCommandReader();

const verdictOf = (command: string, rules: PermissionsInput) => {
  const { paths = [] } = read(command);
  const facts = {
    command,
    paths: paths.map(({ path: requested, access }) =>
      path(requested, access, { path: posix.join(CWD, requested), fromCommand: true }),
    ),
  };
  return judge(call("Bash", facts), rulesOf(rules), { readCommand: read }).verdict;
};

/** Words before a command that do not change its words. */
const PREFIXES = [
  "env",
  "env -i A=1",
  "env -u A -- B=1",
  "env --unset=A",
  "timeout 5",
  "timeout -k1 5",
  "timeout -k 1 -s KILL 5s",
  "timeout --signal KILL --kill-after=2 5",
  "nice",
  "nice -n5",
  "nice -n 5",
  "nice -5",
  "nice --adjustment 5",
  "nohup",
  "stdbuf -oL",
  "stdbuf -o L -e0",
  "stdbuf --output=L",
  "setsid",
  "setsid -fw",
  "command",
  "command -p",
  "builtin",
  "exec",
  "exec -a x",
  "exec -cla x",
  "\\time -p",
  "\\time -f x",
  "ionice -c3",
  "ionice -c 2 -n 0",
  "chrt -r 1",
  "taskset -c 0",
  "sudo",
  "sudo -nu root",
  "sudo --role r",
  "sudo -E A=1",
  "doas -u root",
  "runuser -u root --",
  "flock -n lock",
  "unshare -rn",
  "nsenter -t 1 -m",
  "xargs",
  "xargs -0n1",
  "xargs -I x --max-procs=2",
  "busybox",
  "strace -fo log",
] as const;

/** Forms that a shell or the wrapper reads. */
const FORMS = [
  "env -S '%'",
  "env '-S%'",
  "env -S '-i A=1 %'",
  "env --split-string='-u A %'",
  "find . -exec % {} +",
  "find . -execdir % \\;",
  "fd x -x %",
  "su -c '%' root",
  "su root -c '%'",
  "flock lock -c '%'",
  "script -qc '%' log",
  "eval '%'",
  "trap '%' EXIT",
  "bash -c '%'",
  "bash -o pipefail -ec '%'",
] as const;

const ALL_FORMS = [...PREFIXES.map((prefix) => `${prefix} %`), ...FORMS];

describe("rules that deny or ask", () => {
  it.each(ALL_FORMS)("match the command in %s", (form) => {
    const text = form.replace("%", "rm -rf x");
    expect(verdictOf(text, [allow(), deny({ command: "rm *" })])).toBe("deny");
    expect(verdictOf(text, [allow(), ask({ command: "rm *" })])).toBe("ask");
  });

  it.each(ALL_FORMS)("match the file in %s", (form) => {
    const rules = [allow(), deny({ path: "vault/**" })];
    expect(verdictOf(form.replace("%", "cat vault/a"), rules)).toBe("deny");
  });

  it.each(PREFIXES)("do not match other commands after %s", (prefix) => {
    if (prefix.startsWith("xargs")) return;
    const rules = [allow(), deny({ command: "rm *" }), deny({ path: "vault/**" })];
    expect(verdictOf(`${prefix} cat src/a.txt`, rules)).toBe("allow");
  });

  it.each(PREFIXES)("match a command after two wrappers, the first of which is %s", (first) => {
    for (const second of PREFIXES) {
      const text = `${first} ${second} rm -rf x`;
      expect(verdictOf(text, [allow(), deny({ command: "rm *" })]), text).toBe("deny");
    }
  });

  it("match a file up to the maximum nesting of wrappers, and ask beyond it", () => {
    const rules = [allow(), deny({ path: "vault/**" })];
    for (const prefix of ["nice ", "env A=1 ", "timeout 5 ", "sudo -u root "]) {
      expect(verdictOf(`${prefix.repeat(MAX_WRAPPER_DEPTH)}cat vault/a`, rules)).toBe("deny");
      expect(verdictOf(`${prefix.repeat(MAX_WRAPPER_DEPTH + 1)}cat src/a`, rules)).toBe("ask");
    }
  });

  it.each([
    "xargs -a vault/list echo",
    "xargs --arg-file=vault/list echo",
    "strace -o vault/log ls",
    "\\time -ovault/log ls",
    "script -c ls vault/log",
    "flock vault/lock ls",
    "env -C vault cat a",
    "nice env --chdir=vault cat a",
    "timeout 5 sudo -D vault cat a",
    "env -S 'cat' vault/a",
  ])("match the file that a wrapper opens or makes the command open: %s", (command) => {
    expect(verdictOf(command, [allow(), deny({ path: "vault/**" })])).toBe("deny");
  });
});

describe("a wrapper with a word that its table does not explain", () => {
  const UNKNOWN = [
    "sudo --foo 5 rg x",
    "sudo --rol r rg x",
    "timeout --foo 5 cat a",
    "timeout --kill=1 5 cat a",
    "timeout -x 5 cat a",
    "timeout 5 -k 1 cat a",
    "nice --adj 5 cat a",
    "nohup -x cat a",
    "env --chd=a cat b",
    "env A=1 -i cat b",
    "env -S 'cat $X' b",
    "stdbuf -q cat a",
    "command -x cat a",
    "xargs --max 5 cat",
    "setsid -q cat a",
    "timeout $T cat a",
    "sudo $X cat a",
  ] as const;

  it.each(UNKNOWN)("asks by default: %s", (command) => {
    expect(verdictOf(command, "default")).toBe("ask");
  });

  it.each(UNKNOWN)("asks if a rule restricts commands or paths: %s", (command) => {
    expect(verdictOf(command, [allow(), deny({ command: "shutdown *" })])).toBe("ask");
    expect(verdictOf(command, [allow(), deny({ path: "vault/**" })])).toBe("ask");
  });

  it.each(UNKNOWN)("asks despite an allow rule for its own name: %s", (command) => {
    const [name = ""] = command.split(" ");
    expect(verdictOf(command, [allow({ command: `${name} *` }), allow({ command: "cat *" })])).toBe("ask");
  });
});

describe("a transparent wrapper", () => {
  it.each([
    "timeout 5 cat a",
    "timeout --signal KILL -k1 5 cat a",
    "nice -n5 cat a",
    "nice -5 cat a",
    "nohup cat a",
    "stdbuf -oL cat a",
    "env cat a",
    "command cat a",
    "timeout 5 nice nohup env cat a",
  ])("runs a command that only reads without a question: %s", (command) => {
    expect(verdictOf(command, "default")).toBe("allow");
  });

  it.each([
    "./timeout 5 cat a",
    "/tmp/timeout 5 cat a",
    "TIMEOUT 5 cat a",
    "env A=1 cat a",
    "env -i cat a",
    "env -C .. cat a",
    "env -S 'cat a'",
    "sudo cat a",
    "setsid cat a",
    "exec cat a",
    "chroot . cat a",
    "timeout 5 A=1 cat a",
    "timeout 5",
    "nice -n5",
    "timeout 5 sh a",
    "timeout cat a",
    "nohup nohup",
  ])("asks about everything else: %s", (command) => {
    expect(verdictOf(command, "default")).toBe("ask");
  });
});

describe("the table of wrappers", () => {
  it("contains each program once", () => {
    const names = WRAPPER_TABLES.flatMap((table) => table.names.split(" "));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("contains each option once", () => {
    for (const { names, options = [] } of WRAPPER_TABLES) {
      const spellings = options.flatMap((row) => row.names.split(" "));
      const repeated = spellings.filter((name, index) => spellings.indexOf(name) !== index);
      expect(repeated, names).toEqual([]);
      expect(
        spellings.filter((name) => !name.startsWith("-") || /\s/.test(name)),
        names,
      ).toEqual([]);
    }
  });
});
