import type { MANUALS } from "./manuals.js";
import type { VALUE_PATTERNS } from "./value-patterns.js";

/**
 * Families of programs with manuals of their own. A row without `on` holds for every manual that has the option: where a manual
 * lacks it, the program ends with a usage message and reads nothing.
 */
export type Platform = "gnu" | "bsd" | "macos";

/** Every {@link Platform}. */
export const PLATFORMS: readonly Platform[] = ["gnu", "bsd", "macos"];

/**
 * How an option takes its value.
 *
 * - `none`: it has no value; `--name=x` is an error.
 * - `required`: attached (`-n5`, `--lines=5`) or the next word.
 * - `attached`: required, and always attached; the option alone is an error or depends on the version.
 * - `optional`: attached or absent. The next word is never its value, so it is an operand: `grep --color KEY .env` reads `.env`.
 */
export type ValueForm = "none" | "required" | "attached" | "optional";

/**
 * What a word is to the program.
 *
 * - `text`: nothing but text, a number, a name: no file is opened for it.
 * - `pattern`: a search pattern or a script that only prints: text as well.
 * - `file`: a file that is read, or a folder of which the names are.
 * - `tree`: a file that is read, or a folder in which every file is.
 * - `below`: the same with names, or with files of some kinds only: what lies below a folder is told, but no file of secrets is printed.
 * - `narrowed`: a file that is read, or a folder in which every file of some kinds of source is, hidden and ignored ones as well.
 * - `folder`: the working folder from here on.
 * - `output`: a file that is written.
 * - `removed`: a file that is deleted.
 * - `revision`: a git revision, a path, or a path in a revision (`HEAD:file`).
 * - `command`: the name of a program that is run, or a script.
 */
export type WordMeaning =
  | "text"
  | "pattern"
  | "file"
  | "tree"
  | "below"
  | "narrowed"
  | "folder"
  | "output"
  | "removed"
  | "revision"
  | "command";

/** A regular expression that the value of an option or an operand must match. */
export type ValuePattern = keyof typeof VALUE_PATTERNS;

/** Options that are read alike. */
export interface OptionRow {
  /** Exact spellings, one blank apart: `-n --lines`. An abbreviation of a long option is another, unknown one. */
  readonly names: string;
  readonly value: ValueForm;
  /** Default `text`. */
  readonly is?: WordMeaning;
  /** A value is accounted for only when this matches it. */
  readonly accepts?: ValuePattern;
  /** The manuals that have it so, where another manual gives the same spelling another meaning. */
  readonly on?: readonly Platform[];
  /** With this option the operands are these: no pattern behind `grep -e KEY`. */
  readonly operands?: readonly OperandRow[];
  /** What the program reads then, besides its operands: `git log -p` the files of all folders. */
  readonly besides?: readonly ImpliedWord[];
  /** With a value that does not start with `!`, a search reads only files of those kinds, also hidden ones. */
  readonly narrows?: true;
  /** Set where a command with this option always asks, and why. */
  readonly asks?: string;
  /** Why the row is as it is: differences between manuals, incidents. */
  readonly note?: string;
}

/** A word that the program acts on as if it stood in the command. */
export interface ImpliedWord {
  readonly is: WordMeaning;
  readonly word: string;
}

/** Operands in one position. */
export interface OperandRow {
  readonly is: WordMeaning;
  /** `one` (default), `optional`, or `many`: any number, of which there is one such row at most. */
  readonly count?: "one" | "optional" | "many";
  /** As for an option. */
  readonly accepts?: ValuePattern;
  /** The operand that the program puts in where there is none: `.` for `rg KEY`. */
  readonly otherwise?: string;
}

/** What one program does with the words of its command line. Plain data: nothing in a table is code. */
export interface ProgramTable {
  /** Names of the program, one blank apart; exactly these, without a folder. */
  readonly names: string;
  /** The manuals that the rows are from: keys of `MANUALS`. */
  readonly manuals: readonly (keyof typeof MANUALS)[];
  /**
   * What a command does that the table accounts for in every word: see `CommandEffect`. `asks` for programs whose words are
   * known, so that rules about paths see what they read and write, and that always need permission.
   */
  readonly effect: "reads" | "reads-repository" | "asks";
  readonly options: readonly OptionRow[];
  /** In order. Rows in front of `many` count from the first operand, rows behind it from the last. */
  readonly operands: readonly OperandRow[];
  /** What it reads whatever its words are. */
  readonly besides?: readonly ImpliedWord[];
  /**
   * How options are told from operands.
   *
   * - `getopt` (default): short options may stand together, `--` ends them, and they may stand behind operands or, by some
   *   manuals and under `POSIXLY_CORRECT`, count as operands there. Both must be harmless.
   * - `anywhere`: the same, but options always count behind operands as well.
   * - `first`: options stand in front of all operands.
   * - `words`: there are no options; every word is an operand (`echo -- -x`).
   * - `expression`: operands first, then whole words such as `-name`, each with its value in the next word (`find`).
   */
  readonly style?: "getopt" | "anywhere" | "first" | "words" | "expression";
  /** Whether `-5` is an option. */
  readonly counts?: boolean;
  /** Options of which there must be one, one blank apart: `sed` only with `-n`. */
  readonly needs?: string;
  /** Words that are known only when nothing else is there, one blank apart: `--version`. */
  readonly alone?: string;
  /** The first operand is the name of one of these; the words behind it are read by its table. */
  readonly subcommands?: readonly ProgramTable[];
  readonly note?: string;
}
