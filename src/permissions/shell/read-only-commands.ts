import type { CommandEffect, CommandPath } from "../command-reading.js";
import { type FlagGrammar, readByGrammar } from "./flag-grammar.js";
import { readOnlyGit } from "./read-only-git.js";

// ripgrep leaves hidden files out, but for those that a glob or a type names: `-g '*'` prints `.env`.
const SOURCE_EXTENSION =
  "(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|scala|md|mdx|txt|rst|html|css|scss|less|vue|svelte|sql|proto|graphql)";
const SOURCE_GLOB = new RegExp(
  `^(?:!.*|[\\w*./-]*\\*\\.(?:${SOURCE_EXTENSION}|\\{${SOURCE_EXTENSION}(?:,${SOURCE_EXTENSION})*\\}))$`,
);
const SOURCE_TYPE =
  /^(?:ts|typescript|js|javascript|py|python|go|rust|java|kotlin|ruby|php|c|cpp|csharp|swift|scala|md|markdown|html|css|vue|svelte|sql|protobuf|graphql)$/;

/** What a command that is known in all its words does. */
export interface KnownCommand {
  readonly effect: Exclude<CommandEffect, "anything">;
  readonly paths: readonly CommandPath[];
}

/**
 * Programs that only read and print, with the options of which that is true. An option that is not listed, also an
 * abbreviated one, makes a command one like any other.
 *
 * Left out on purpose: `uniq` (its second operand is written), `sort` (runs a compression program), `awk`, `tree`, `less`,
 * `man`, `date`, `test` and `printf` (array subscripts run code), `grep -r` (reads hidden files, so secrets).
 */
const GRAMMARS: ReadonlyMap<string, FlagGrammar> = new Map<string, FlagGrammar>([
  ["cat", { flags: "AbeEnstTuv", long: "number show-all squeeze-blank", operands: "paths" }],
  ["tac", { operands: "paths" }],
  ["rev", { operands: "paths" }],
  ["nl", { flags: "p", valued: "bdfhilnsvw", operands: "paths" }],
  [
    "head",
    { flags: "qvz", valued: "cn", longValued: "lines bytes", long: "quiet", count: true, operands: "paths" },
  ],
  [
    "tail",
    { flags: "qvz", valued: "cn", longValued: "lines bytes", long: "quiet", count: true, operands: "paths" },
  ],
  ["wc", { flags: "clLmw", long: "bytes chars lines words max-line-length", operands: "paths" }],
  [
    "ls",
    {
      flags: "1aAbBcCdfFgGhHiIklLmnNopqQrRsStTuUvwxXZ",
      long: "all almost-all directory human-readable recursive reverse size full-time inode group-directories-first classify",
      longValued: "color sort time time-style format",
      operands: "paths",
    },
  ],
  ["stat", { flags: "fLt", valued: "c", longValued: "format printf", long: "terse", operands: "paths" }],
  [
    "cut",
    {
      flags: "nsz",
      valued: "bcdf",
      long: "complement",
      longValued: "output-delimiter fields delimiter",
      operands: "paths",
    },
  ],
  ["paste", { flags: "sz", valued: "d", operands: "paths" }],
  ["basename", { flags: "az", valued: "s", operands: "text" }],
  ["dirname", { flags: "z", operands: "text" }],
  ["echo", { flags: "neE", operands: "text" }],
  ["tr", { flags: "cCdst", operands: "text" }],
  ["pwd", { flags: "LP", operands: "none" }],
  ["true", { operands: "none" }],
  ["false", { operands: "none" }],
  ["whoami", { operands: "none" }],
  ["uname", { flags: "amnoprsv", operands: "none" }],
  ["which", { flags: "a", operands: "text" }],
  ["cd", { operands: "paths" }],
  [
    "grep",
    {
      flags: "EFGiIvwxclLnohHsqzaPy",
      valued: "ABCem",
      patterns: "e regexp",
      long: "ignore-case invert-match word-regexp line-number count only-matching extended-regexp fixed-strings files-with-matches",
      longValued: "color context after-context before-context max-count regexp",
      operands: "pattern-paths",
    },
  ],
  [
    "rg",
    {
      flags: "bcFHiIlnNopPqsSUvwx0",
      valued: "ABCeEgmMtTjr",
      patterns: "e regexp files type-list",
      long:
        "files type-list count count-matches files-with-matches files-without-match fixed-strings ignore-case smart-case case-sensitive " +
        "invert-match line-number no-line-number heading no-heading multiline multiline-dotall only-matching pcre2 " +
        "word-regexp line-regexp with-filename no-filename column json stats trim vimgrep quiet no-messages no-config " +
        "crlf null passthru no-follow one-file-system no-hidden",
      longValued:
        "after-context before-context context max-count max-columns max-depth glob iglob type type-not regexp color colors sort " +
        "sortr replace engine encoding threads max-filesize context-separator path-separator",
      checked: { g: SOURCE_GLOB, glob: SOURCE_GLOB, iglob: SOURCE_GLOB, t: SOURCE_TYPE, type: SOURCE_TYPE },
      operands: "pattern-paths",
    },
  ],
]);

/** Tests of `find` that read nothing but names and metadata: with a value, and without. */
const FIND_VALUED = new Set(
  "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -perm -user -group -printf -links -inum".split(
    " ",
  ),
);
const FIND_FLAGS = new Set(
  "-print -print0 -prune -not -and -or -a -o -empty -readable -writable -executable -true -false -ls -depth -xdev -mount -nouser -nogroup".split(
    " ",
  ),
);

const SED_PRINT = /^(?:\d+|\$)(?:,(?:\d+|\$))?p$/;

/** Recognises a command that only reads, by its program and a list of known options; `undefined` for all others. */
export function knownReadOnly(words: readonly string[]): KnownCommand | undefined {
  const [name = "", ...parameters] = words;
  if (name === "git") return readOnlyGit(parameters);
  if (name === "find") return readOnlyFind(parameters);
  if (name === "sed") {
    const [flag, script = "", ...files] = parameters;
    const harmless = flag === "-n" && SED_PRINT.test(script) && files.every((file) => !file.startsWith("-"));
    return harmless ? reading(files) : undefined;
  }
  if (name === "command") {
    const lookup = parameters.length === 2 && /^-[vV]$/.test(parameters[0] ?? "");
    return lookup && !/^-/.test(parameters[1] ?? "-") ? reading([]) : undefined;
  }
  // One version alone: in front of other words the option may mean something else.
  if (parameters.length === 1 && /^(?:--version|version)$/.test(parameters[0] ?? "")) {
    return VERSION_TELLERS.get(name) === parameters[0] ? reading([]) : undefined;
  }
  const grammar = GRAMMARS.get(name);
  const read = grammar === undefined ? undefined : readByGrammar(parameters, grammar);
  if (read === undefined) return undefined;
  if (name === "cd" && (read.paths.length !== 1 || read.paths[0] === "-")) return undefined;
  return reading(read.paths);
}

/** Programs that tell their version and do nothing else; others read a file of the workspace first (`yarn`). */
const VERSION_TELLERS: ReadonlyMap<string, string> = new Map([
  ["git", "--version"],
  ["node", "--version"],
  ["python", "--version"],
  ["python3", "--version"],
  ["gcc", "--version"],
  ["bash", "--version"],
  ["rg", "--version"],
]);

function readOnlyFind(parameters: readonly string[]): KnownCommand | undefined {
  const paths: string[] = [];
  let starting = true;
  for (let index = 0; index < parameters.length; index += 1) {
    const word = parameters[index] as string;
    if (starting && !word.startsWith("-") && word !== "!" && word !== "(") {
      paths.push(word);
      continue;
    }
    starting = false;
    if (FIND_VALUED.has(word)) {
      index += 1;
      if (index >= parameters.length) return undefined;
    } else if (!FIND_FLAGS.has(word) && word !== "!" && word !== "(" && word !== ")") return undefined;
  }
  return reading(paths);
}

function reading(paths: readonly string[]): KnownCommand {
  return {
    effect: "reads",
    paths: paths
      .filter((path) => path !== "-" && path !== "/dev/null")
      .map((path) => ({ path, access: "read", role: "operand" })),
  };
}
