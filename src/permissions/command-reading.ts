/** What permission rules see of a shell command. */
export interface CommandReading {
  /**
   * The simple commands that a shell would run, each with its words separated by single blanks, when the reader is
   * certain of them: rules that allow match these, and all must be allowed. Absent when there is any doubt.
   */
  readonly certain?: readonly string[];
  /** Everything that may be a command in it: rules that deny or ask match these. */
  readonly possible: readonly string[];
  /** Set when a command in it is only known at run time, and why. */
  readonly unreadable?: string;
}

/** Reads a shell command. Never throws, whatever the text; takes time proportional to its length. */
export type CommandReader = (command: string) => CommandReading;
