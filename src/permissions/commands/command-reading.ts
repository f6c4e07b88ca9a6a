/** The effect of a command, as far as its words show it. */
export type CommandEffect =
  /** Only reads the files it names, and prints. */
  | "reads"
  /** Also only reads, but runs programs from the configuration of the repository: harmless only in a trusted folder. */
  | "reads-repository"
  /**
   * Also only reads, but from a service on the network, with the login of the user: only for a trusted folder. It runs git, and
   * the remotes of the repository choose what is read.
   */
  | "reads-account"
  /** May do anything. */
  | "anything";

/** A simple command that a shell is certain to run exactly as given. */
export interface CertainCommand {
  /** The words on one line, separated by spaces; words with other than plain characters are in double quotes. Rules match this text. */
  readonly text: string;
  /** The words as the program receives them, its name first. */
  readonly words: readonly string[];
  readonly effect: CommandEffect;
  /**
   * For `reads-repository` and `reads-account`: the folders that it may run in, relative to where the text starts. Absent if it runs there, with
   * no `cd` before it.
   */
  readonly folders?: readonly string[];
  /** Set if the tables of projects explain every word: the command tests, builds, lints or formats, or a file of the project defines it. */
  readonly project?: ProjectUse;
}

/** The parts of a project that a command uses. */
export interface ProjectUse {
  /** The folders that it may run in, relative to where the text starts; `""` is that folder itself. */
  readonly folders: readonly string[];
  /** The files that it reads and writes, as far as its words name them. */
  readonly paths: readonly CommandPath[];
  readonly needs: readonly {
    /** The kind of file: `package.json`, `Makefile` ... */
    readonly file: string;
    /** The command that the file must define; `""` is its first one. Absent if the file only shows the root of the project. */
    readonly task?: string;
  }[];
}

/** A simple command as the approver sees it. */
export interface ListedCommand {
  /** The words without quotes; parts that are only known at run time are kept as written. */
  readonly words: readonly string[];
  /** The wrapper (`sudo`, `xargs`), script (`bash -c`) or substitution that runs it. Absent at the top level. */
  readonly within?: string | undefined;
}

/** A file or folder that a command names. */
export interface CommandPath {
  /** The path: relative to where the command runs, absolute, or below `~/`. */
  readonly path: string;
  readonly access: "read" | "write" | "delete";
  /** `operand`: the program uses the word as a path. `mention`: a word that may be a path. */
  readonly role: "operand" | "mention";
  /** Set if the program reads every file in the folder at the path. */
  readonly tree?: true;
  /** Set if the program reads every file in that folder, including hidden and ignored ones. */
  readonly whole?: true;
  /** Set if the program reads files of that folder through symbolic links. */
  readonly linked?: true;
  /** Set if the program reads every file of certain source types in that folder, including hidden and ignored ones. */
  readonly narrowed?: true;
  /** Set if the program may print at least the names of everything below the folder at the path. */
  readonly walks?: true;
  /** Set if the path is a value from which words may be made later: it counts only if it is a secret, or protected and {@link mayChange}. */
  readonly value?: true;
  /** Set if the shell replaces the path by the names of the files that match it, where `*` and `?` are its wildcards. */
  readonly pattern?: true;
  /**
   * Set for a pattern if a `cd` entered a folder before: the start of the path up to this folder. The pattern begins after it, and a name
   * that the shell inserts there may be an option.
   */
  readonly enteredFolder?: string;
  /** Set if the program may change the file, although its words do not say so. It counts when the path is protected. */
  readonly mayChange?: true;
  /** Set if the program copies the file, or the folder with its content, to another path. */
  readonly copied?: true;
}

/** The parts of a shell command that permission rules match. */
export interface CommandReading {
  /**
   * The simple commands that a shell would run, if the reader is certain of them. Allow rules match these, and every
   * command must be allowed. Absent in case of any doubt.
   */
  readonly certain?: readonly CertainCommand[] | undefined;
  /** Every text in the command that may be a command. Deny and ask rules match these. */
  readonly possible: readonly string[];
  /**
   * Arguments of unknown programs, each as the command that it would be if the program ran it.
   * A deny or ask rule that matches one turns an allow into an ask.
   */
  readonly doubtful?: readonly string[] | undefined;
  /** Set if a command in the text is only known at run time; states the reason. */
  readonly unreadable?: string | undefined;
  /** Every simple command in order, each wrapper before the command that it runs. */
  readonly commands?: readonly ListedCommand[];
  /** The files that the command names, including those in redirections and after wrappers. */
  readonly paths?: readonly CommandPath[];
  /** Set if the command uses files that are only known at run time; states the reason. */
  readonly unknownPaths?: string | undefined;
  /** Set if the command changes files that its words do not name; states the reason. A wide allow rule does not cover this. */
  readonly unknownChanges?: string | undefined;
  /** Set if the command names more than the reader examines; states the reason. Such a command asks even if a rule allows it. */
  readonly uninspected?: string | undefined;
}

/** Reads a shell command. Never throws, for any text; the time is proportional to its length. */
export type CommandReader = (command: string) => CommandReading;
