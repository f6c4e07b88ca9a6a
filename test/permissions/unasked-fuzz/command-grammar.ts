import { PROGRAM_TABLES } from "../../../src/permissions/programs/index.js";
import { WRAPPER_TABLES } from "../../../src/permissions/wrappers/index.js";
import { FIND_WORDS, GIT_OPTIONS, MANUAL_OPTIONS } from "./manual-options.js";

/** Creates a generator of numbers from 0 up to 1, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Paths for the operands of the grammar. */
export interface GrammarPlaces {
  /** Absolute. */
  readonly workspace: string;
  /** Absolute. */
  readonly outside: string;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const SAFE = [
  "a.txt",
  "src",
  "src/b.ts",
  "src/deep/c.md",
  ".",
  "KEY",
  "CANARY",
  "5",
  "2",
  "HEAD",
  "main",
  "-",
  "*.ts",
];
const PLAIN_OPTIONS = [
  "-n",
  "-l",
  "-la",
  "-c",
  "-i",
  "-n5",
  "-5",
  "--",
  "-e",
  "-m",
  "-s",
  "-u",
  "-w",
  "-p",
  "-1",
  "-h",
  "-o",
  "-r",
];

function nasty({ workspace, outside }: GrammarPlaces): readonly string[] {
  return [
    ".env",
    "./.env",
    "src/../.env",
    "src/.env",
    ".ssh",
    ".ssh/id_rsa",
    "secrets.yaml",
    "keys/server.pem",
    "../outside",
    "../outside/secret.txt",
    "../outside/dir",
    `${outside}/secret.txt`,
    `${outside}/dir`,
    `${workspace}/.env`,
    `${workspace}/../outside/secret.txt`,
    "link-out",
    "link-out/secret.txt",
    "link-file",
    "src/link-up",
    "src/link-up/.env",
    "node_modules/foo/../../outside/secret.txt",
    "node_modules/foo",
    "'~/.netrc'",
    "~/.netrc",
    "~",
    "..",
    "../..",
    "/",
    "/proc/self/environ",
    "/etc/passwd",
    "/dev/stdin",
    "out.txt",
    "src/new.txt",
    "../outside/new.txt",
    "HEAD:a.txt",
    "HEAD:../outside/secret.txt",
    ":(top).env",
    "*",
    "*",
    "s*",
    "src/*",
    "*/*.ts",
    "l*/*",
    "link-*",
    "../*/secret.txt",
    "*/../../outside/*",
    "?.txt",
    "k*/*",
    ".*",
    "'*'",
    "'.e*'",
    "'!*.ts'",
    "@~1",
    "=x",
    "--",
    "''",
    "node_modules/.bin/ls",
    "./trip",
    "http://127.0.0.1:4444/x.git",
    "'ext::sh -c ./trip'",
    "'w out.txt'",
    "'1e ./trip'",
    "'1r .env'",
    "5p",
    "1,5p",
    "'s/a/b/e'",
    "'s/K/X/g'",
    "'/K/d;s,a,b,w out.txt'",
    "'{print}'",
    "'NR>=1{print $1}'",
    "'{print > \"out.txt\"}'",
    "'BEGIN{while((getline l < \".env\")>0) print l}'",
    "'BEGIN{system(\"./trip\")}'",
    "'.'",
    "'import \"secrets\" as $s; $s'",
    // Paths after an option or a scheme, which only the shell completes.
    "$PWD/.env",
    "--output=$PWD/out.txt",
    "-o$PWD/out.txt",
    "-o$HOME/.netrc",
    '"file://$PWD/.env"',
    "file://$HOME/.netrc",
    "$(cat .env)",
    // Values whose subscripts run commands.
    "$((x))",
    "$((a[0]))",
    '"$[x]"',
    BRACED_ELEMENT,
    "'BEGIN{print > ENVIRON[\"f\"]}'",
    "'BEGIN{ENVIRON[\"f\"] | getline l; print l}'",
    '\'BEGIN{f="sys" "tem"; @f("./trip")}\'',
    "'|./trip'",
    "+%s",
    "-f",
    "'s/a/b/w out.txt'",
    "sh",
    "./trip",
    "-exec",
    "cat",
    "ls",
    "'{}'",
    "'+'",
    "\\;",
    "list",
    "show",
    "-x",
  ];
}

const WRAPPERS = [
  "",
  "",
  "",
  "",
  "",
  "",
  "timeout 5 ",
  "nice ",
  "nice -n 5 ",
  "nohup ",
  "env ",
  "env A=1 ",
  "command ",
  "stdbuf -oL ",
  "xargs ",
  "time ",
  "builtin ",
  "\\",
  "sudo ",
  "exec ",
];
const FOLDERS = [
  "src",
  "src/deep",
  ".",
  "..",
  "node_modules/foo",
  "node_modules/foo/..",
  "link-out",
  "src/link-up",
  "vendor",
  "src/../vendor",
  "../outside",
  "-",
  "~",
  "-- src",
  "-P src",
  "src/link-up/..",
];
const SEPARATORS = ["; ", " && ", " || ", " | ", "\n"];
const REDIRECTIONS = [
  " > out.txt",
  " 2>/dev/null",
  " 2>&1",
  " >/dev/null",
  " < .env",
  " < a.txt",
  " >> src/new.txt",
  " >&2",
  " > /dev/tcp/127.0.0.1/4444",
  " &>out.txt",
];

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is shell, not a template.
const BRACED = "${f}";
// biome-ignore lint/suspicious/noTemplateCurlyInString: this is shell, not a template.
const BRACED_ELEMENT = "${a[$x]}";

/** Values that a variable may have: a subscript runs its substitution, a here-string is read. */
const HOSTILE_VALUES = [
  "x='a[$(./trip)]'; ",
  "read x <<< 'a[$(./trip)]'; ",
  "read -r x < .env; ",
  "f=.env; ",
  "f=./trip; ",
  "export GIT_EDITOR=./trip; ",
  "GIT_PAGER=./trip ",
  "PAGER=./trip ",
  "LESSOPEN='|./trip %s' ",
];
/** Commands of the shell itself that evaluate a value. */
const EVALUATIONS = [
  "[[ $x -eq 1 ]]",
  "[[ -v $x ]]",
  "[ -v $x ]",
  'test -v "$x"',
  "(( x ))",
  "let y=x",
  "declare -i y=$x",
  'printf -v "$x" y',
  'unset "$x"',
  "a[$x]=1",
  "git nuke",
  "git trip",
  "git -c alias.x='!./trip' x",
  "git -c core.pager=./trip -p log",
  "git difftool -x ./trip",
  "git bisect run ./trip",
  "git submodule foreach ./trip",
  "git grep -O./trip KEY",
  "git merge-index ./trip -a",
  "git for-each-repo --config=x nuke",
  "sort --compress-program=./trip -S1 a.txt",
  "tar --to-command=./trip -xf a.txt",
];

/** Creates a generator of command lines, many of which seem to read only their workspace but do more. */
export function commandGrammar(places: GrammarPlaces, random: () => number): () => string {
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const chance = (share: number) => random() < share;
  const NASTY = nasty(places);
  const programs = [
    ...new Set([...Object.keys(MANUAL_OPTIONS), ...PROGRAM_TABLES.flatMap(({ names }) => names.split(" "))]),
    "find",
    "find",
    "grep",
    "grep",
    "rg",
    "rg",
    "rg",
    "sed",
    "sort",
    "awk",
    "diff",
    "ls",
    "cat",
  ];
  const subcommands = Object.keys(GIT_OPTIONS).filter((name) => name !== "git");
  const findWords = FIND_WORDS.split(" ").map((word) => (/^[!()]$/.test(word) ? `'${word}'` : word));

  const word = (): string => (chance(0.3) ? pick(NASTY) : pick(SAFE));
  const value = (): string =>
    chance(0.5) ? pick(["5", "auto", "never", "always", "ts", "name", "'*.ts'", "short"]) : word();
  const long = (names: readonly string[]): string => {
    const name = pick(names);
    const spelled = chance(0.1) ? name.slice(0, Math.max(2, Math.ceil(name.length * random()))) : name;
    const negated = chance(0.05) ? `no-${spelled}` : spelled;
    return `--${negated}${chance(0.25) ? `=${value()}` : chance(0.25) ? ` ${value()}` : ""}`;
  };
  const short = (): string => {
    const letters = `${pick([...LETTERS])}${chance(0.25) ? pick([...LETTERS]) : ""}`;
    return `-${letters}${chance(0.12) ? value() : chance(0.2) ? ` ${value()}` : ""}`;
  };
  const option = (names: readonly string[]): string => {
    if (chance(0.25)) return pick(PLAIN_OPTIONS);
    return names.length > 0 && chance(0.6) ? long(names) : short();
  };
  const some = (most: number, make: () => string): string[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, make);

  const split = (names: string | undefined) => (names === undefined || names === "" ? [] : names.split(" "));
  const git = (): string => {
    const before = chance(0.1) ? [option(split(GIT_OPTIONS.git))] : [];
    if (chance(0.1))
      before.push(
        pick([
          "-c core.fsmonitor=./trip",
          `-C ${pick(FOLDERS)}`,
          "-C src",
          "-C vendor -C ..",
          "-c core.pager=./trip",
        ]),
      );
    const name = pick(subcommands);
    return [
      "git",
      ...before,
      name,
      ...some(2, () => option(split(GIT_OPTIONS[name]))),
      ...some(2, word),
    ].join(" ");
  };
  const find = (): string =>
    [
      "find",
      ...some(1, word),
      ...some(3, () => (chance(0.6) ? pick(findWords) : `${pick(findWords)} ${word()}`)),
    ].join(" ");
  const sed = (): string =>
    [
      "sed",
      ...(chance(0.7) ? ["-n"] : []),
      ...some(1, () => option(split(MANUAL_OPTIONS.sed))),
      pick(["5p", "1,2p", "'$p'", "p", word()]),
      ...some(2, word),
    ].join(" ");
  /** Returns a wrapper of the tables, mostly with valid options. */
  const tableWrapper = (): string => {
    const { names, options: rows = [], operands = [] } = pick(WRAPPER_TABLES);
    const own = (): string => {
      if (rows.length === 0 || chance(0.2)) return option([]);
      const row = pick(rows);
      const name = pick(row.names.split(" "));
      if (row.value === "none" || chance(0.1)) return name;
      return `${name}${chance(0.4) ? (name.startsWith("--") ? "=" : "") : " "}${value()}`;
    };
    const behind = operands.map(() => (chance(0.8) ? "5" : word()));
    return `${[pick(names.split(" ")), ...some(2, own), ...behind].join(" ")} `;
  };
  const wrapper = (): string => (chance(0.15) ? tableWrapper() : pick(WRAPPERS));
  const simple = (): string => {
    if (chance(0.25)) return git();
    if (chance(0.04)) return pick(EVALUATIONS);
    const name = pick(programs);
    if (name === "find") return find();
    if (name === "sed") return sed();
    if (name === "cd") return `cd ${pick(FOLDERS)}`;
    return [name, ...some(2, () => option(split(MANUAL_OPTIONS[name]))), ...some(3, word)].join(" ");
  };
  /** Replaces a word by a variable, which the text assigns or a loop sets. */
  const withVariable = (line: string): string => {
    const words = line.split(" ");
    const at = Math.floor(random() * words.length);
    const own = words[at] ?? "";
    const inserted = pick(["$f", '"$f"', BRACED, "./$f", "$f/", '"$f".txt', "'$f'", "$g", "$?"]);
    const changed = words.with(at, inserted).join(" ");
    const first = chance(0.7) ? own : word();
    return pick([
      () => `f=${first}; ${changed}`,
      () => `f=${first} && ${changed}`,
      () => `f="${first}"; g=$f; ${changed}`,
      () => `true && f=${first}; ${changed}`,
      () => `f=${word()}; for f in ${first} ${word()}; do ls; done; ${changed}`,
      () => `for f in ${first} ${word()}; do ${changed}; done`,
      () => `for f in ${first}; do g=${word()}; ${changed}; done | ${simple()}`,
      () => `for f in ${first}; do for g in ${word()}; do ${changed}; done; done 2>/dev/null`,
    ])();
  };
  return () => {
    const line = plainLine();
    const hostile = chance(0.04) ? pick(HOSTILE_VALUES) : "";
    return hostile + (chance(0.15) ? withVariable(line) : line);
  };
  function plainLine(): string {
    const parts = [
      `${wrapper()}${chance(0.05) ? wrapper() : ""}${simple()}${chance(0.08) ? pick(REDIRECTIONS) : ""}`,
    ];
    if (chance(0.15)) parts.unshift(`cd ${pick(FOLDERS)}`);
    while (chance(0.15) && parts.length < 4) parts.push(simple());
    return parts.reduce((line, part) => `${line}${pick(SEPARATORS)}${part}`);
  }
}
