/** What a call is about to touch: the facts that permission rules match on. Rules never match JSON text. */
export interface ToolFacts {
  /** Files and folders, in any spelling; a bare string has the access of the tool's kind. */
  readonly paths?: readonly (string | PathFact)[];
  /** The shell command, exactly as it will be run. */
  readonly command?: string;
  /** Where the command runs: its relative paths start there. Default: the session's working directory. */
  readonly cwd?: string;
  /** Host names the call will contact. */
  readonly hosts?: readonly string[];
}

/** One path and what the call wants to do with it. */
export interface PathFact {
  readonly path: string;
  readonly access: "read" | "write" | "delete";
}

/** What key and fact functions may know besides the input. They must be pure and fast. */
export interface ToolEnvironment {
  /** The session's working directory, absolute. */
  readonly cwd: string;
}
