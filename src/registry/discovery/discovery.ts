import type { AnyTool, ErrorCode } from "../../contract/index.js";

/** The names of other tools that a discovered tool or a plugin may take. */
export type MayReplace = "none" | "all" | readonly string[];

/** Options of a discovery. */
export interface DiscoverOptions {
  /**
   * `"ask"` (default): the approver is asked before any file is run, since loading a file runs it.
   * `"trusted"`: the host trusts the folder, for example its own configuration.
   */
  readonly trust?: "ask" | "trusted";
  /** Folders of modules within the directory. Default `["tool", "tools"]`. */
  readonly modules?: readonly string[];
  /** Folders of programs within the directory. Default `["toolbox"]`. */
  readonly programs?: readonly string[];
  /**
   * The tools whose names the discovered tools may take: none (default), all other tools, or the tools with
   * these names.
   */
  readonly mayReplace?: MayReplace;
  /**
   * Maximum milliseconds for one file to load or to describe itself. Default 10,000. The wait for a backend that does
   * not keep this limit ends one second later.
   */
  readonly timeoutMs?: number;
  /** Stops the discovery; nothing changes then. */
  readonly signal?: AbortSignal;
}

/** The reason why a file, or one export of it, contributed no tool. */
export type DiscoveryProblemCode =
  | "not-approved"
  | "import-failed"
  | "import-hangs"
  | "import-exits"
  | "typescript-not-supported"
  | "no-export"
  | "not-a-tool"
  | "invalid-definition"
  | "illegal-name"
  | "name-taken"
  | "not-executable"
  | "program-failed"
  | "program-hangs"
  | "no-output"
  | "too-much-output"
  | "invalid-description"
  | ErrorCode;

/** A skipped file or export, with the reason. */
export interface DiscoveryProblem {
  /** Absolute. */
  readonly file: string;
  readonly code: DiscoveryProblemCode;
  /** For a person: the problem and the remedy. */
  readonly reason: string;
  /** The affected export of a module, if the problem concerns a single export. */
  readonly export?: string;
}

/** A tool that was found and registered. */
export interface DiscoveredTool {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly kind: "module" | "program";
  /** The names of the tools that it replaces. */
  readonly replaces?: readonly string[];
}

/** The result of a discovery. Plain JSON. */
export interface DiscoveryReport {
  /** Absolute, symlinks resolved. */
  readonly directory: string;
  /** In order of registration: modules before programs, by file name. */
  readonly tools: readonly DiscoveredTool[];
  readonly problems: readonly DiscoveryProblem[];
  /** `"not-needed"`: the host trusts the folder, it holds no file, or all files were approved before. */
  readonly approval: "not-needed" | "approved" | "refused" | "no-approver";
}

/** The loaded tools of one folder. */
export interface Discovery extends DiscoveryReport {
  /**
   * Discovers again: loads new and changed files, and removes the tools of deleted ones. Asks only about new
   * and changed files. Call it when the host notices a change; the folder is not watched.
   */
  reload(options?: Pick<DiscoverOptions, "signal">): Promise<Discovery>;
}

/** A tool that is ready for registration. */
export interface LoadedTool {
  readonly file: string;
  readonly kind: DiscoveredTool["kind"];
  readonly tool: AnyTool;
  readonly export?: string;
}

/** The result of loading some files. */
export interface LoadedTools {
  readonly tools: readonly LoadedTool[];
  readonly problems: readonly DiscoveryProblem[];
}
