import type { MANUALS } from "./manuals.js";
import type { VALUE_PATTERNS } from "./value-patterns.js";

/**
 * Families of programs with different manuals. A row without `on` applies to every manual that has the option; where a manual
 * lacks it, the program prints a usage message and reads nothing.
 */
export type Platform = "gnu" | "bsd" | "macos";

/** Every {@link Platform}. */
export const PLATFORMS: readonly Platform[] = ["gnu", "bsd", "macos"];

/**
 * The way an option takes its value.
 *
 * - `none`: the option has no value; `--name=x` is an error.
 * - `required`: attached (`-n5`, `--lines=5`) or in the next word.
 * - `separate`: always in the next word. The program reads the rest of a short option's own word as more options: `tree -Po x f`
 *   writes `f`. Such a word is not explained.
 * - `attached`: required and always attached; the option alone is an error or depends on the version.
 * - `optional`: attached or absent. The next word is never its value, but an operand: `grep --color KEY .env` reads `.env`.
 */
export type ValueForm = "none" | "required" | "separate" | "attached" | "optional";

/**
 * The meaning of a word to the program.
 *
 * - `text`: text, a number or a name; no file is opened for it.
 * - `pattern`: a search pattern or a script that only prints; text as well.
 * - `file`: a file whose content is read, or a folder whose names are.
 * - `tree`: a file, or a folder of which every file is read.
 * - `whole`: a file, or a folder of which every file is read, even hidden and ignored ones.
 * - `linked`: a file, or a folder of which files are read through symbolic links.
 * - `below`: a file, or a folder of which the names below it or files of certain types are printed, but no secret file.
 * - `narrowed`: a file, or a folder of which every file of certain source types is read, even hidden and ignored ones.
 * - `folder`: the working folder from here on.
 * - `output`: a file that is written.
 * - `removed`: a file that is deleted.
 * - `revision`: a git revision, a path, or a path in a revision (`HEAD:file`).
 * - `command`: the name of a program that runs, or a script.
 */
export type WordMeaning =
  | "text"
  | "pattern"
  | "file"
  | "tree"
  | "whole"
  | "linked"
  | "below"
  | "narrowed"
  | "folder"
  | "output"
  | "removed"
  | "revision"
  | "command";

/** A regular expression that the value of an option or an operand must match. */
export type ValuePattern = keyof typeof VALUE_PATTERNS;

/** Options that are read in the same way. */
export interface OptionRow {
  /** Exact spellings, separated by spaces: `-n --lines`. An abbreviation of a long option counts as an unknown option. */
  readonly names: string;
  readonly value: ValueForm;
  /** Default `text`. */
  readonly is?: WordMeaning;
  /** A value is explained only if this pattern matches it. */
  readonly accepts?: ValuePattern;
  /** The manuals to which the row applies, if another manual defines the same spelling differently. */
  readonly on?: readonly Platform[];
  /** The operands if this option is present: no pattern after `grep -e KEY`. */
  readonly operands?: readonly OperandRow[];
  /** Additional words that the program reads with this option: `git log -p` prints files of all folders. */
  readonly besides?: readonly ImpliedWord[];
  /** With a value that does not start with `!`, a search reads only files of those types, even hidden ones. */
  readonly narrows?: true;
  /** With this option a search reads hidden and ignored files as well. */
  readonly widens?: true;
  /** Set if a command with this option always asks; states the reason. */
  readonly asks?: string;
  /** The reason for the row: differences between manuals, incidents. */
  readonly note?: string;
}

/** A word that the program uses as if the command contained it. */
export interface ImpliedWord {
  readonly is: WordMeaning;
  readonly word: string;
}

/** Operands in one position. */
export interface OperandRow {
  readonly is: WordMeaning;
  /** `one` (default), `optional`, or `many`: any number; at most one row may have it. */
  readonly count?: "one" | "optional" | "many";
  /** The pattern that a value must match, as for an option. */
  readonly accepts?: ValuePattern;
  /** The operand that the program uses if there is none: `.` for `rg KEY`. */
  readonly otherwise?: string;
}

/** A description of how one program uses the words of its command line. Plain data: a table contains no code. */
export interface ProgramTable {
  /** Names of the program, separated by spaces; exactly these, without a folder. */
  readonly names: string;
  /** The manuals that the rows come from: keys of `MANUALS`. */
  readonly manuals: readonly (keyof typeof MANUALS)[];
  /**
   * The effect of a command of which the table explains every word: see `CommandEffect`. `asks` is for programs that always
   * need permission and whose words are known, so that rules about paths see the files that they read and write.
   */
  readonly effect: "reads" | "reads-repository" | "reads-account" | "asks";
  readonly options: readonly OptionRow[];
  /** In order. Rows before `many` count from the first operand, rows after it from the last. */
  readonly operands: readonly OperandRow[];
  /** Words that the program reads in every case. */
  readonly besides?: readonly ImpliedWord[];
  /**
   * The rule that separates options from operands.
   *
   * - `getopt` (default): short options may be combined, `--` ends the options, and options may follow operands or, by some
   *   manuals and under `POSIXLY_CORRECT`, count as operands there. Both must be harmless.
   * - `anywhere`: the same, but options always count as options after operands.
   * - `first`: all options precede the operands.
   * - `single`: the same, and no word combines options: `-ps 5 x` is not `-p -s 5 x`.
   * - `words`: there are no options; every word is an operand (`echo -- -x`).
   * - `expression`: operands first, then whole words such as `-name`, each with its value in the next word (`find`).
   */
  readonly style?: "getopt" | "anywhere" | "first" | "single" | "words" | "expression";
  /** Whether `-5` is an option. */
  readonly counts?: boolean;
  /** Options of which at least one is required, separated by spaces: `sed` only with `-n`. */
  readonly needs?: string;
  /** Words that are explained only as the single word of the command, separated by spaces: `--version`. */
  readonly alone?: string;
  /** The first operand is the name of one of these tables; that table describes the words after it. */
  readonly subcommands?: readonly ProgramTable[];
  readonly note?: string;
}

/** Operands that are all files. */
export const FILES: readonly OperandRow[] = [{ is: "file", count: "many" }];

/** Operands that are all text. */
export const WORDS: readonly OperandRow[] = [{ is: "text", count: "many" }];

/** Returns the table of programs that only read the files that their words name. */
export function reads(
  names: string,
  manuals: ProgramTable["manuals"],
  table: Omit<ProgramTable, "names" | "manuals" | "effect">,
): ProgramTable {
  return { names, manuals, effect: "reads", ...table };
}
