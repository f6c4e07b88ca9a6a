import { bareName, SHELLS, WITH_OPERAND, WRAPPER_TABLES, WRAPPERS } from "../wrappers/index.js";
import type { CodeRunner } from "./code-runner.js";
import { CODE_RUNNERS } from "./code-runners.js";
import { bringsCode, HOOK_VARIABLES } from "./code-variables.js";
import { OPTION_RUNNERS } from "./option-runners.js";
import { MAX_VALUE_PIECES, optionScripts, withPieces } from "./option-scripts.js";
import { ORDINARY_PROGRAMS } from "./ordinary-programs.js";
import { runsCommands, sedScripts } from "./sed-script.js";
import { type FoundSubcommand, subcommandOf } from "./subcommands.js";

/** Commands that a simple command may run in addition to itself. */
export interface BesidesCommands {
  /** Texts that its program is known to run, as a shell would read them. */
  readonly scripts: readonly string[];
  /** Texts that run if its program, which is in no table, runs its arguments. */
  readonly doubtful: readonly string[];
  /** Set if it runs code that cannot be compared with rules about commands; states the reason. */
  readonly unreadable?: string | undefined;
}

/** Maximum number of words of an unknown program that are examined, and length of a text: a rule is about the first words. */
const MAX_DOUBTFUL_WORDS = 64;
const MAX_DOUBTFUL_LENGTH = 256;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]{0,63})\+?=/;

/** Finds the commands that a simple command runs apart from those of wrappers, by the tables of this folder. */
function besidesCommands(words: readonly string[]): BesidesCommands {
  const scripts: string[] = [];
  let start = 0;
  let unreadable: string | undefined;
  for (let found = variableOf(words[start]); found !== undefined; found = variableOf(words[start])) {
    const value = (words[start] as string).slice(found.length + 1).replace(/^=/, "");
    if (bringsCode(found, value)) unreadable ??= `"${found}" determines which code runs`;
    start += 1;
  }
  const name = bareName(words[start] ?? "");
  const rest = words.slice(start + 1);
  const runner = OPTION_RUNNERS.get(name);
  if (runner !== undefined) {
    const found = optionScripts(rest, runner);
    scripts.push(...found.scripts);
    if (found.isCut) unreadable ??= `"${name}" has more options than are examined`;
  }
  const subcommand = subcommandOf(name, rest);
  unreadable ??= ofSubcommand(name, subcommand);
  if (/^(?:env|export|declare|typeset|local|readonly|sudo|doas)$/.test(name)) {
    for (const word of rest) {
      const variable = variableOf(word);
      if (variable === undefined) continue;
      const value = word.slice(word.indexOf("=") + 1);
      if (bringsCode(variable, value)) unreadable ??= `"${variable}" determines which code runs`;
      // In `export PATH=$PATH:/x` the value is not a command that is only known at run time.
      if (!/^[^ ]{0,64}[$*?[\]{}]/.test(value)) scripts.push(value);
    }
  }
  const code = codeRunner(name);
  if (code !== undefined && runsGivenCode(code, rest)) {
    unreadable ??= `"${name}" runs code from its arguments or input`;
  }
  if (/^g?sed$/.test(name) && sedScripts(rest).some(runsCommands)) unreadable ??= `"${name}" runs commands`;
  if (SETS_BY_NAME.has(name)) {
    const hook = rest.find((word) => HOOK_VARIABLES.has(word));
    if (hook !== undefined) unreadable ??= `"${hook}" determines which code runs`;
  }
  if (SCRIPT_FILES.has(name) && rest.some((word, at) => readsScriptFromInput(word, rest[at + 1]))) {
    unreadable ??= `"${name}" runs the text that it reads`;
  }
  if (READS_COMMANDS.test(name)) unreadable ??= readsCommands(name, rest);
  if (isKnown(name) && subcommand?.runs !== "program") return { scripts, doubtful: [], unreadable };
  if (rest.length > MAX_DOUBTFUL_WORDS) unreadable ??= `"${name}" has more words than are examined`;
  const { texts: doubtful, isCut } = doubtfulTexts(rest);
  unreadable ??= codeInWords(rest);
  if (isCut) unreadable ??= `"${name}" has a word with more parts than are examined`;
  return { scripts, doubtful, unreadable };
}

/** Returns the reason if a subcommand runs what its words do not show. */
function ofSubcommand(name: string, found: FoundSubcommand | undefined): string | undefined {
  if (found?.runs === "settings") return `"${name} ${found.word}" runs a program that a setting names`;
  return found?.runs === "alias" ? `"${name} ${found.word.slice(0, 40)}" may be an alias` : undefined;
}

/** Returns the reason if a program that may run its words would run code: `npx tsx -e x`. */
function codeInWords(words: readonly string[]): string | undefined {
  for (const [index, word] of words.slice(0, MAX_DOUBTFUL_WORDS).entries()) {
    const name = bareName(word);
    const after = words.slice(index + 1, index + MAX_DOUBTFUL_WORDS);
    if (READS_COMMANDS.test(name)) {
      const built = readsCommands(name, after);
      if (built !== undefined) return built;
    }
    const code = codeRunner(name);
    if (code === undefined) continue;
    const { matches, examined } = code;
    if ((examined?.(after) ?? after).some((each) => matches.test(each))) {
      return `"${name}" runs code from its arguments or input`;
    }
  }
  return undefined;
}

/** Built-ins of shells that set variables named in their arguments (bash(1)). */
const SETS_BY_NAME: ReadonlySet<string> = new Set(
  "read printf export declare typeset local readonly mapfile readarray getopts".split(" "),
);

/** Programs with an option `-f` for a file of code (their manuals). */
const SCRIPT_FILES: ReadonlySet<string> = new Set(
  "sed gsed awk gawk mawk nawk make gmake psql expect gnuplot".split(" "),
);

const STANDARD_INPUT = /^(?:-|\/dev\/stdin|\/(?:dev|proc\/self)\/fd\/\d{1,4})$/;

function readsScriptFromInput(word: string, next = ""): boolean {
  const option = /^(?:-[a-zA-Z]{0,16}f|--(?:make)?file=?)/.exec(word)?.[0];
  if (option === undefined) return false;
  return STANDARD_INPUT.test(word.length > option.length ? word.slice(option.length) : next);
}

/** Returns the row of a program, whose name may end with a version: `python3.12`. */
export function codeRunner(name: string): CodeRunner | undefined {
  return CODE_RUNNERS.get(name.replace(/(?<![\d.])[\d.]+$/, "")) ?? CODE_RUNNERS.get(name);
}

/** Options that keep a program from running its input as code: they print a version, or name the code to run. */
const NO_INPUT = /^(?:-[vVhm]|--(?:version|help|test|run|check|watch)\b)/;

/** Returns whether a program runs code from its words, or from its standard input. */
export function runsGivenCode(
  { matches, readsInput, examined }: CodeRunner,
  words: readonly string[],
): boolean {
  if ((examined?.(words) ?? words).some((word) => matches.test(word))) return true;
  if (readsInput !== true) return false;
  if (words.some((word) => STANDARD_INPUT.test(word))) return true;
  return !words.some((word) => !word.startsWith("-") || NO_INPUT.test(word));
}

/**
 * Returns whether the tables explain which words of a program may run. Of a wrapper without a list of options, the words
 * before its command are not known: `bwrap --bind / / rm x`.
 */
function isKnown(name: string): boolean {
  if (UNLISTED_WRAPPERS.has(name)) return false;
  return name === "" || ORDINARY_PROGRAMS.has(name) || WRAPPERS.has(name) || isVersioned(name);
}

const UNLISTED_WRAPPERS: ReadonlySet<string> = new Set(
  WRAPPER_TABLES.flatMap(({ names, options }) => (options === undefined ? names.split(" ") : [])),
);

/** Returns whether a name is that of an ordinary program with a version: `python3.12`, `gcc-14`. */
function isVersioned(name: string): boolean {
  return /[\d.]$/.test(name) && ORDINARY_PROGRAMS.has(name.replace(/-?[\d.]{1,8}$/, ""));
}

function variableOf(word: string | undefined): string | undefined {
  return word === undefined ? undefined : ASSIGNMENT.exec(word)?.[1];
}

function doubtfulTexts(words: readonly string[]): {
  readonly texts: readonly string[];
  readonly isCut: boolean;
} {
  const texts: string[] = [];
  let isCut = false;
  const examined = words.slice(0, MAX_DOUBTFUL_WORDS);
  for (const [index, word] of examined.entries()) {
    const pieces = withPieces(word);
    isCut ||= pieces.length > MAX_VALUE_PIECES;
    for (const piece of pieces) {
      const text = [piece, ...words.slice(index + 1, index + 16)].join(" ").slice(0, MAX_DOUBTFUL_LENGTH);
      const first = piece.slice(0, MAX_DOUBTFUL_LENGTH).split(" ")[0] ?? "";
      texts.push(text);
      const bare = bareName(first);
      if (bare !== first) texts.push(bare + text.slice(first.length));
    }
  }
  return { texts, isCut };
}

/** Programs that add their input to the words of a command (xargs(1), parallel(1)); with a `g` the GNU version on other systems. */
const READS_COMMANDS = /^(?:g?xargs|parallel|sem)$/;

/** Returns the reason if `xargs` or `parallel` builds a command from its input. */
function readsCommands(name: string, words: readonly string[]): string | undefined {
  const reason = `"${name}" builds a command from its input`;
  let placeholder: string | undefined;
  let index = 0;
  for (; index < words.length; index += 1) {
    const word = words[index] as string;
    if (!word.startsWith("-")) break;
    const replace = /^(?:-[Ii]|--replace=?|--rpl=?)(.*)$/.exec(word);
    if (replace !== null) {
      placeholder = replace[1] === "" ? "{}" : replace[1];
      if (word === "-I") placeholder = words[index + 1] ?? "{}";
    }
    if (/^(?:-[adEIJjLnPRSs]|--(?:max-(?:args|procs|lines|chars)|delimiter|arg-file|jobs))$/.test(word))
      index += 1;
  }
  const inner = words.slice(index);
  const [program = ""] = inner;
  const isXargs = name.endsWith("xargs");
  if (program === "") return isXargs ? undefined : reason;
  if (!isXargs) placeholder ??= "{}";
  const runs = bareName(program);
  if (placeholder !== undefined && program.includes(placeholder)) return reason;
  if (!WRAPPERS.has(runs) && !CODE_RUNNERS.has(runs)) return undefined;
  if (placeholder !== undefined && inner.some((word) => word.includes(placeholder as string))) return reason;
  // The input follows: as a script if the shell has none yet, as a program if the wrapper has none.
  const hasOwn = SHELLS.has(runs)
    ? inner.some((word, at) => /^-[a-z]{0,8}c/.test(word) && inner[at + 1] !== undefined)
    : inner
        .slice(1)
        .filter((word) => !/^-|^\d{1,9}(?:\.\d{1,9})?[smhd]?$/.test(word) && !ASSIGNMENT.test(word))
        .at(WITH_OPERAND.has(runs) ? 1 : 0) !== undefined;
  return hasOwn ? undefined : reason;
}

/** Maximum nesting of options that run commands with options that run commands. */
const MAX_DEPTH = 3;
/** Maximum number of characters of scripts that are read for one command. */
const MAX_SCRIPT_CHARACTERS = 40_000;
/** Number of characters that a script counts in addition to its own: to read `1` takes as long as to read a short text. */
const SCRIPT_CHARACTERS = 50;

/** Finds the commands that commands run in addition to themselves, and what those run in turn. */
export function allBesides(commands: readonly (readonly string[])[]): BesidesCommands {
  const scripts: string[] = [];
  const doubtful: string[] = [];
  const known = new Set<string>();
  let unreadable: string | undefined;
  let characters = 0;
  let waiting = commands;
  for (let depth = 0; depth <= MAX_DEPTH && waiting.length > 0; depth += 1) {
    const found: string[] = [];
    for (const words of waiting) {
      const besides = besidesCommands(words);
      unreadable ??= besides.unreadable;
      const { doubtful: doubted } = besides;
      // A script that was read before adds no commands.
      const fresh = [...new Set(besides.scripts)].filter((script) => !known.has(script));
      for (const text of fresh) characters += text.length + SCRIPT_CHARACTERS;
      for (const text of doubted) characters += text.length;
      if (characters > MAX_SCRIPT_CHARACTERS) {
        return { scripts, doubtful, unreadable: unreadable ?? "it is too long" };
      }
      for (const script of fresh) known.add(script);
      found.push(...fresh);
      doubtful.push(...doubted);
    }
    scripts.push(...found);
    waiting = found.map((script) => script.split(/\s+/));
  }
  return { scripts, doubtful, unreadable };
}
