/** The meaning of a word to a wrapper. */
export type WrapperWord =
  /** A name, a mask: no file is opened for it. */
  | "text"
  /** A number or a duration. */
  | "amount"
  /** A file that is read. */
  | "file"
  /** A file that is written. */
  | "output"
  /** The folder that the command runs in. */
  | "folder"
  /** A text that a shell, or the wrapper, runs as a command. */
  | "script"
  /** Words of the wrapper, options included: `env -S '-i rm x'`. */
  | "arguments";

/** Options of a wrapper that are read in the same way. */
export interface WrapperOption {
  /** Exact spellings, separated by spaces. An abbreviation of a long option counts as an unknown option. */
  readonly names: string;
  /** `required`: attached or the next word; `optional`: attached or absent, never the next word. */
  readonly value: "none" | "required" | "optional";
  /** Default `text`. */
  readonly is?: WrapperWord;
  /** The wrapper runs no command with this option: `command -v rm` prints the path of `rm`. */
  readonly runsNothing?: true;
  /** The option does not change what runs: under a transparent wrapper only the command needs permission. */
  readonly plain?: true;
  /** No operands precede the command with this option: `runuser -u root rm x`. */
  readonly endsOperands?: true;
}

/** One program, or several similar ones, that run the command in their arguments. Plain data: a table contains no code. */
export interface WrapperTable {
  /** Bare names in lower case, separated by spaces. */
  readonly names: string;
  /** The manual that the row comes from. */
  readonly source: string;
  /**
   * Every option. Absent if they are not listed here: then the command of the wrapper matches no allow rule and no default,
   * and deny and ask rules are compared with everything in its words that may be a command.
   */
  readonly options?: readonly WrapperOption[];
  /** Words before the command that are not options: a duration, a lock file, a host. */
  readonly operands?: readonly WrapperWord[];
  /** The use of the words after them: as the words of a command (default), joined to a script, or as words that do not run. */
  readonly rest?: "command" | "script" | "nothing";
  /** Whether options may also follow operands. In all other wrappers options end at the first operand. */
  readonly permutes?: true;
  /** Whether words such as `A=1` before the command set variables. */
  readonly assigns?: true;
  /** Whether `-5` is an option. */
  readonly counts?: true;
  /** Whether the wrapper only limits the time, priority or output of its command, so that only that command needs permission. */
  readonly transparent?: true;
}
