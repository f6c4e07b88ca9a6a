/** What a word of a wrapper is to it. */
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
  /** A text that a shell, or the wrapper itself, takes for a command. */
  | "script"
  /** Words of the wrapper itself, options included: `env -S '-i rm x'`. */
  | "arguments";

/** Options of a wrapper that are read alike. */
export interface WrapperOption {
  /** Exact spellings, one blank apart. An abbreviation of a long option is another, unknown one. */
  readonly names: string;
  /** `required`: attached or the next word; `optional`: attached or absent, never the next word. */
  readonly value: "none" | "required" | "optional";
  /** Default `text`. */
  readonly is?: WrapperWord;
  /** With it the wrapper runs no command: `command -v rm` tells where `rm` is. */
  readonly runsNothing?: true;
  /** It changes nothing about what runs: under a transparent wrapper only the command needs permission. */
  readonly plain?: true;
  /** With it there are no operands in front of the command: `runuser -u root rm x`. */
  readonly endsOperands?: true;
}

/** One program, or several alike, that run the command in their arguments. Plain data: nothing in a table is code. */
export interface WrapperTable {
  /** Bare names in lower case, one blank apart. */
  readonly names: string;
  /** The manual that the row is from. */
  readonly source: string;
  /**
   * Every option. Absent where they are not listed here: then no rule that allows, and no default, is given what the wrapper runs, and the
   * rules that deny or ask are compared with everything that may be a command in its words.
   */
  readonly options?: readonly WrapperOption[];
  /** Words in front of the command that are no options: a duration, a lock file, a host. */
  readonly operands?: readonly WrapperWord[];
  /** How the words behind them are taken: as the words of a command (default), joined to a script, or as nothing that runs. */
  readonly rest?: "command" | "script" | "nothing";
  /** Whether options may also stand behind operands. In all others an option ends at the first operand. */
  readonly permutes?: true;
  /** Whether words such as `A=1` in front of the command set variables. */
  readonly assigns?: true;
  /** Whether `-5` is an option. */
  readonly counts?: true;
  /** Whether it does nothing to its command but bound its time, rank or output, so that only that command needs permission. */
  readonly transparent?: true;
}
