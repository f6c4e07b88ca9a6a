import type { CommandPath } from "../commands/index.js";
import { bareName } from "../wrappers/index.js";
import { impliedFiles } from "./implied-files.js";
import type { ShellWord } from "./shell-word.js";

/** Short options of programs that write the file or folder that they name, also attached behind other options: `-so../x`. */
const WRITING_OPTIONS: ReadonlyMap<string, string> = new Map(
  (
    [
      // Manual pages of each: what an output file, a log, a cookie jar or a target folder is given with.
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
      ["base64 base32 iconv strip objcopy zstd", "o"],
      ["csplit", "f"],
    ] as const
  ).flatMap(([programs, options]) => programs.split(" ").map((program) => [program, options] as const)),
);

/** Long options that write what they name, of whatever program. */
const WRITING_LONG: readonly string[] =
  "out output output-file outfile output-document output-dir outdir output-directory out-dir dump-header cookie-jar log-file logfile target-directory directory-prefix directory file files-from append-output backup-dir partial-dir temp-dir one-top-level save-cookies prefix dest destination trace trace-ascii separate-git-dir to save".split(
    " ",
  );

/** Whether an option writes what it names; programs of GNU and git take beginnings of long options as well: `--outp=x`. */
function isWritingLong(option: string): boolean {
  const name = option.replace(/^--?/, "").toLowerCase();
  if (name === "" || name.length > MAX_LONG_OPTION) return false;
  return WRITING_LONG.some((long) => (option.startsWith("--") ? long.startsWith(name) : long === name));
}

/** The longest name in the list above has fewer characters. */
const MAX_LONG_OPTION = 32;

/** Programs that put what they are given into a folder under its own name. */
const KEEPS_NAMES = new Set("cp mv ln install rsync scp move copy".split(" "));

/** How a word of a program names a file that it writes: an operand of `dd`, a command of `sed`, a redirection of `awk`. */
const SCRIPT_WRITES: ReadonlyMap<string, RegExp> = new Map([
  ["dd", /^of=(.+)$/g],
  ...["ex", "vi", "vim", "nvim", "view"].map((name): [string, RegExp] => [
    name,
    /(?:^|[\s|:+])(?:w|wq|x|sav|saveas|write|up|update)!? ([^\s|]{1,1024})/g,
  ]),
  ["sed", /(?:(?:^|[\s;{}$\d])[wW] ?|[/|,!gpiIme][wW](?=[ .]) ?)([^\s;}]+)/g],
  ["gsed", /(?:(?:^|[\s;{}$\d])[wW] ?|[/|,!gpiIme][wW](?=[ .]) ?)([^\s;}]+)/g],
  ...["awk", "gawk", "mawk", "nawk"].map((name): [string, RegExp] => [name, />>? ?"([^"]+)"/g]),
]);

/** Short options that may stand in front of a value in one word. */
const MAX_CLUSTER = 8;
/** Longer words are no paths. */
const MAX_LENGTH = 4_096;
/** So many operands are combined with a folder: each costs a look at the file system. */
const MAX_NAMES = 16;

/**
 * Finds files that a simple command may write and that its operands do not show: values attached behind several short options
 * (`cp -t.git/hooks`, `curl -so../out/x`), values of long options (`git log --output=x`), and the names that copies get in
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
      if (equals !== -1) add(found, value.slice(equals + 1), "operand", true);
      else if (next?.wholePath === true) add(found, next.start, "mention", next.tilde);
    } else addCluster(found, value, writing, next);
  }
  if (KEEPS_NAMES.has(program)) addCopies(found, words);
  for (const path of impliedFiles(
    program,
    words.slice(1).map(({ start }) => start),
  ))
    add(found, path, "mention", false);
  const inScript = SCRIPT_WRITES.get(program);
  for (const { value } of inScript === undefined ? [] : words.slice(1)) {
    for (const [, path = ""] of value.slice(0, MAX_LENGTH).matchAll(inScript as RegExp))
      add(found, path, "operand", false);
  }
  return found;
}

/** Every rest of a word like `-so../x` may be the value of the option in front of it. */
function addCluster(found: CommandPath[], value: string, writing: string, next: ShellWord | undefined): void {
  for (let at = 1; at <= MAX_CLUSTER && /[A-Za-z0-9]/.test(value[at] ?? ""); at += 1) {
    const isWriting = writing.includes(value[at] as string);
    const rest = value.slice(at + 1);
    if (isWriting && rest !== "") {
      add(found, rest.replace(/^=/, ""), "operand", true);
      return;
    }
    if (isWriting) {
      if (next?.wholePath === true) add(found, next.start, "operand", next.tilde);
      return;
    }
    // Of a program that is not known only what is plainly a path: `-Isrc/include` must not become `/include`.
    if (/^(?:\.|~\/|[A-Za-z0-9_-]{1,64}\.env)/.test(rest)) add(found, rest, "mention", true);
  }
}

/** What is copied into a folder gets its own name there. */
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
    // `rsync a/.git/ b` and `cp -r a/.git/. b` put what is in it into the folder itself.
    const name =
      start
        .replace(/(?<!\/)\/+$/, "")
        .split("/")
        .at(-1) ?? "";
    if (name === "" || name === "." || name === "..") continue;
    add(found, `${folder.replace(/(?<!\/)\/+$/, "")}/${name}`, "mention", folder.startsWith("~"));
  }
}

function add(found: CommandPath[], path: string, role: CommandPath["role"], tilde: boolean): void {
  if (path === "" || path === "-" || path.startsWith("/dev/") || path.includes("://")) return;
  found.push({ path: path.startsWith("~") && !tilde ? `./${path}` : path, access: "write", role });
}
