/** What a command does, as far as that can be told from its words alone. */
export type CommandEffect =
  /** Only reads the files it names, and prints. */
  | "reads"
  /** The same, but runs what the configuration of the repository says on the way: harmless in a trusted folder only. */
  | "reads-repository"
  /** May do anything. */
  | "anything";

/** A simple command of which it is certain that a shell runs exactly this. */
export interface CertainCommand {
  /** The words in one line, one blank apart; a word with anything but plain characters in double quotes. Rules match this. */
  readonly text: string;
  /** The words as the program gets them, its name first. */
  readonly words: readonly string[];
  readonly effect: CommandEffect;
}

/** A simple command as an approver sees it. */
export interface ListedCommand {
  /** Without quotes; what is only known at run time stands as it is written. */
  readonly words: readonly string[];
  /** What runs it: a wrapper (`sudo`, `xargs`), a script (`bash -c`) or a substitution. Absent at the top. */
  readonly within?: string;
}

/** A file or folder that a command names. */
export interface CommandPath {
  /** Relative to where the command runs, absolute, or below `~/`. */
  readonly path: string;
  readonly access: "read" | "write" | "delete";
  /** `operand`: the program takes it for a path. `mention`: a word that may be one. */
  readonly role: "operand" | "mention";
  /** Set where the program reads every file in the folder that the path leads to. */
  readonly tree?: true;
  /** Set where the program reads every file of some kinds of source in that folder, hidden and ignored ones as well. */
  readonly narrowed?: true;
  /** Set where the program may tell of everything below the folder that the path leads to, at least its names. */
  readonly walks?: true;
  /** Set where the program may change the place, although nothing says that it does: it counts when the place is protected. */
  readonly mayChange?: true;
  /** Set where the program puts what is there, a folder with all that is in it, into another place. */
  readonly copied?: true;
}

/** What permission rules see of a shell command. */
export interface CommandReading {
  /**
   * The simple commands that a shell would run when the reader is certain of them: rules that allow match these, and all
   * must be allowed. Absent when there is any doubt.
   */
  readonly certain?: readonly CertainCommand[];
  /** Everything that may be a command in it: rules that deny or ask match these. */
  readonly possible: readonly string[];
  /**
   * Arguments of programs that are not known, each as the command that it would be: whether the program runs it cannot be told.
   * Rules that deny or ask turn an allow into an ask when they match one.
   */
  readonly doubtful?: readonly string[];
  /** Set when a command in it is only known at run time, and why. */
  readonly unreadable?: string;
  /** Every simple command in it, in order, wrappers in front of what they run. */
  readonly commands?: readonly ListedCommand[];
  /** The files that it names, also in redirections and behind wrappers. */
  readonly paths?: readonly CommandPath[];
  /** Set when it touches files that are only known at run time, and why. */
  readonly unknownPaths?: string;
  /** Set when it changes files whose names its words do not tell, and why: a wide allow does not cover that. */
  readonly unknownChanges?: string;
  /** Set when it names more than is looked at, and why: such a command asks even where a rule allows it. */
  readonly uninspected?: string;
}

/** Reads a shell command. Never throws, whatever the text; takes time proportional to its length. */
export type CommandReader = (command: string) => CommandReading;
