import type { CommandPath } from "../../commands/index.js";
import { bareName } from "../../wrappers/index.js";
import type { ShellWord } from "../shell-word.js";
import { impliedFiles } from "./implied-files.js";

/** Short options that name a file or folder that the program writes, even combined with other options: `-so../x`. */
const WRITING_OPTIONS: ReadonlyMap<string, string> = new Map(
  (
    [
      // From the manual of each program: options for an output file, a log, a cookie jar or a target folder.
      ["curl", "oDc"],
      ["wget", "OoaP"],
      ["sort tcpdump", "owT"],
      ["tar bsdtar gtar", "fCg"],
      ["cp mv ln install", "t"],
      ["gcc g++ cc c++ clang clang++ ld as nasm rustc go", "o"],
      ["gpg pandoc dot protoc bison flex m4 strace ltrace gawk shuf uniq tree", "o"],
      ["unzip", "d"],
      ["7z 7za 7zr", "o"],
      ["patch", "ord"],
      ["rsync", "T"],
      ["ssh-keygen", "f"],
      ["git", "o"],
      ["perf valgrind", "o"],
      ["less more", "oO"],
      ["time", "o"],
      ["npm pnpm", "C"],
      ["base64 base32 iconv strip objcopy zstd scc", "o"],
      ["csplit", "f"],
    ] as const
  ).flatMap(([programs, options]) => programs.split(" ").map((program) => [program, options] as const)),
);

/** Long options that name a file that is written, in any program. */
const WRITING_LONG: ReadonlySet<string> = new Set(
  "out output output-file outfile output-document output-dir outdir output-directory out-dir cookie-jar log-file logfile target-directory directory-prefix directory file files-from append-output backup-dir partial-dir temp-dir one-top-level save-cookies prefix dest destination trace trace-ascii separate-git-dir to save stderr etag-save hsts alt-svc libcurl dump-header hsts-file warc-file rejected-log index-file listed-incremental volno-file write-batch only-write-batch tmpdir tempdir in-place dump-variables pretty-print profile report-file write-lang-def counted found ignored categorized sql save-config ssl-sessions warc-tempdir index-output export-marks export-pack-edges object-dir".split(
    " ",
  ),
);

/** The beginnings of these names. */
const WRITING_PREFIXES: ReadonlySet<string> = new Set(
  [...WRITING_LONG].flatMap((name) => Array.from(name, (_, last) => name.slice(0, last + 1))),
);

/** Returns whether an option names a file that is written. GNU programs and git also accept prefixes of long options: `--outp=x`. */
function isWritingLong(option: string): boolean {
  const isLong = option.startsWith("--");
  const name = option.slice(isLong ? 2 : option.startsWith("-") ? 1 : 0);
  if (name.length > MAX_LONG_OPTION) return false;
  return (isLong ? WRITING_PREFIXES : WRITING_LONG).has(name.toLowerCase());
}

/** An upper limit for the length of the names in the list above. */
const MAX_LONG_OPTION = 32;

/** Programs that copy their operands into a folder under the same names. */
const KEEPS_NAMES = new Set("cp mv ln install rsync scp move copy".split(" "));

/** Patterns of words that name a file to write: an operand of `dd`, a command of `sed`, a redirection of `awk`. */
const SCRIPT_WRITES: ReadonlyMap<string, RegExp> = new Map([
  // A command of its settings file: `-e output_document=x` (GNU wget manual, Wgetrc commands).
  ["wget", /^(?:-[a-zA-Z]{0,8}e|--execute=)? {0,8}[a-z_]{1,32} {0,8}= {0,8}(.+)$/gi],
  ["yq", /"([^"]{1,1024})"/g],
  ["dd", /^of=(.+)$/g],
  ...["ex", "vi", "vim", "nvim", "view"].map((name): [string, RegExp] => [
    name,
    /(?:^|[\s|:+])(?:w|wq|x|sav|saveas|write|up|update)!? ([^\s|]{1,1024})/g,
  ]),
  ["sed", /(?:(?:^|[\s;{}$\d])[wW] ?|[/|,!gpiIme][wW](?=[ .]) ?)([^\s;}]+)/g],
  ["gsed", /(?:(?:^|[\s;{}$\d])[wW] ?|[/|,!gpiIme][wW](?=[ .]) ?)([^\s;}]+)/g],
  [
    "sqlite3",
    /(?:^|\n)\.(?:output|once|log|save|backup|clone|archive|excel) {1,8}(?:main {1,8})?["']?([^\s"']+)/g,
  ],
  ["duckdb", /(?:^|\n)\.(?:output|once|log) {1,8}["']?([^\s"']+)/g],
  ["psql", /\\(?:o|out|w|write|s|g|lo_export \d{1,10}) {1,8}([^\s|;]+)/g],
  ["mysql", /(?:^|[;\n])\s{0,8}(?:tee|\\T) {1,8}([^\s;]+)/g],
  ...["awk", "gawk", "mawk", "nawk"].map((name): [string, RegExp] => [name, />>? ?"([^"]+)"/g]),
]);

/** Statements of SQL that write a file or create a database (manuals of SQLite, DuckDB, PostgreSQL and MySQL). */
const SQL_WRITES =
  /\b(?:into|to|attach|database|outfile|dumpfile|writefile ?\() {0,8}(?:(?:outfile|dumpfile|database) {1,8})?'([^']{1,1024})'/gi;
const RUNS_SQL = /^(?:sqlite3?|duckdb|psql|mysql|mariadb)$/;

/** Maximum number of short options before a value in one word. */
const MAX_CLUSTER = 8;
/** Maximum length of a path, in characters. */
const MAX_LENGTH = 4_096;
/** Maximum number of operands that are combined with a folder: each costs a file-system call. */
const MAX_NAMES = 16;

/**
 * Finds files that a simple command may write and that its operands do not name: values attached to several short options
 * (`cp -t.git/hooks`, `curl -so../out/x`), values of long options (`git log --output=x`), and the names of copies in
 * a folder (`cp -r a/.git b`).
 */
export function attachedPaths(words: readonly ShellWord[]): readonly CommandPath[] {
  const program = bareName(words[0]?.value ?? "");
  const writing = WRITING_OPTIONS.get(program) ?? "";
  const found: CommandPath[] = [];
  for (const [index, word] of words.entries()) {
    const { start: value } = word;
    if (index === 0 || !word.wholePath || value.length > MAX_LENGTH || !value.startsWith("-")) continue;
    const next = words[index + 1];
    if (value.startsWith("--") || (/^-[a-z]{2}/.test(value) && isWritingLong(value.split("=", 1)[0] ?? ""))) {
      const equals = value.indexOf("=");
      const name = equals === -1 ? value : value.slice(0, equals);
      if (!isWritingLong(name)) continue;
      if (equals !== -1) add(found, value.slice(equals + 1), "operand", { tilde: true });
      else if (next?.wholePath === true) add(found, next.start, "mention", { tilde: next.tilde });
    } else addCluster(found, value, writing, next);
  }
  if (KEEPS_NAMES.has(program)) addCopies(found, words);
  for (const path of impliedFiles(
    program,
    words.slice(1).map(({ start }) => start),
  ))
    add(found, path, "mention", { tilde: false });
  for (const pattern of [SCRIPT_WRITES.get(program), RUNS_SQL.test(program) ? SQL_WRITES : undefined]) {
    for (const { value } of pattern === undefined ? [] : words.slice(1)) {
      for (const [, path = ""] of value.slice(0, MAX_LENGTH).matchAll(pattern as RegExp))
        add(found, path, "operand", { tilde: false });
    }
  }
  if (program === "curl" && words.some(({ value }) => /^(?:-[a-zA-Z]{0,8}T|--upload)/.test(value))) {
    for (const { start } of words) if (FILE_URL.test(start)) add(found, start, "operand", { tilde: true });
  }
  return found;
}

/** A URL of a file on this machine (RFC 8089), which curl reads and writes. */
const FILE_URL = /^file:\/\/[^/]{0,255}(?=\/)/i;

/** The same with `$PWD` or `$HOME`, as {@link ShellWord.start} spells them. */
const EXPANDED_FILE_URL = /^file:\/\/(?:localhost)?(?=[.~]\/)/i;

function pathOfUrl(text: string): string | undefined {
  if (EXPANDED_FILE_URL.test(text)) return text.replace(EXPANDED_FILE_URL, "");
  return FILE_URL.test(text) ? text.replace(FILE_URL, "") : undefined;
}

/** Adds the rest of a word such as `-so../x`, which may be the value of any option before it. */
function addCluster(found: CommandPath[], value: string, writing: string, next: ShellWord | undefined): void {
  for (let at = 1; at <= MAX_CLUSTER && /[A-Za-z0-9#@$!]/.test(value[at] ?? ""); at += 1) {
    const isWriting = writing.includes(value[at] as string);
    const rest = value.slice(at + 1);
    if (isWriting && rest !== "") {
      add(found, rest.replace(/^=/, ""), "operand", { tilde: true });
      return;
    }
    if (isWriting) {
      if (next?.wholePath === true) add(found, next.start, "operand", { tilde: next.tilde });
      return;
    }
    // For an unknown program only what is clearly a path: `-Isrc/include` must not become `/include`.
    if (/^(?:\.|~\/|[A-Za-z0-9_-]{1,64}\.env)/.test(rest)) add(found, rest, "mention", { tilde: true });
  }
}

/** Adds the names that copied files get in a folder. */
function addCopies(found: CommandPath[], words: readonly ShellWord[]): void {
  const operands = words
    .slice(1)
    .filter(
      ({ value, wholePath }, index) =>
        wholePath &&
        !value.startsWith("-") &&
        !/^--(?:exclude|include|filter)$/.test(words[index]?.value ?? ""),
    );
  const options = words.slice(1).map(({ value }) => value);
  const into = options.findIndex((value) => /^(?:-[A-Za-z]{0,8}t|--target-directory)$/.test(value));
  const attached = options.map((value) => /^(?:-[A-Za-z]{0,8}t|--target-directory=)(.+)$/.exec(value)?.[1]);
  const folder =
    attached.find((value) => value !== undefined) ??
    (into === -1 ? (operands.length > 1 ? operands.at(-1)?.start : undefined) : words[into + 2]?.start);
  if (folder === undefined) return;
  for (const { start } of operands.slice(0, MAX_NAMES)) {
    if (start === folder) continue;
    // `rsync a/.git/ b` and `cp -r a/.git/. b` copy the content into the folder.
    const name =
      start
        .replace(/(?<!\/)\/+$/, "")
        .split("/")
        .at(-1) ?? "";
    if (name === "" || name === "." || name === "..") continue;
    add(found, `${folder.replace(/(?<!\/)\/+$/, "")}/${name}`, "mention", { tilde: folder.startsWith("~") });
  }
}

function add(
  found: CommandPath[],
  named: string,
  role: CommandPath["role"],
  { tilde }: { readonly tilde: boolean },
): void {
  const path = pathOfUrl(named) ?? named;
  if (path === "" || path === "-" || path.startsWith("/dev/") || path.includes("://")) return;
  found.push({ path: path.startsWith("~") && !tilde ? `./${path}` : path, access: "write", role });
}
