import type { AnyTool, ErrorCode } from "../../contract/index.js";

/** Which names of other tools a discovered tool or a plugin may take. */
export type MayReplace = "none" | "all" | readonly string[];

/** How a folder is searched for tools. */
export interface DiscoverOptions {
  /**
   * `"ask"` (default): whoever approves calls is asked before any file is run, since loading a file runs it. `"trusted"`: the
   * host vouches for the folder, its own configuration for example.
   */
  readonly trust?: "ask" | "trusted";
  /** Folders of modules within the directory. Default `["tool", "tools"]`. */
  readonly modules?: readonly string[];
  /** Folders of programs within the directory. Default `["toolbox"]`. */
  readonly programs?: readonly string[];
  /** Whose names the tools may take: of nobody (default), of all other tools, or of the tools with these names. */
  readonly mayReplace?: MayReplace;
  /** Milliseconds that one file may take to load or to describe itself. Default 10,000. */
  readonly timeoutMs?: number;
  /** Ends the discovery; nothing changes then. */
  readonly signal?: AbortSignal;
}

/** Why a file, or one export of it, gave no tool. */
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

/** Something that was left out, and why. */
export interface DiscoveryProblem {
  /** Absolute. */
  readonly file: string;
  readonly code: DiscoveryProblemCode;
  /** For a person: what is wrong, and what helps. */
  readonly reason: string;
  /** Of a module: the export that it is about, where it is about one. */
  readonly export?: string;
}

/** A tool that was found and registered. */
export interface DiscoveredTool {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly kind: "module" | "program";
  /** The names of the tools that it stands in for. */
  readonly replaces?: readonly string[];
}

/** What a discovery came to. Plain JSON. */
export interface DiscoveryReport {
  /** Absolute, symlinks resolved. */
  readonly directory: string;
  /** In the order in which they were registered: modules before programs, by file name. */
  readonly tools: readonly DiscoveredTool[];
  readonly problems: readonly DiscoveryProblem[];
  /** `"not-needed"`: the host vouches for the folder, it holds no file, or all was approved before. */
  readonly approval: "not-needed" | "approved" | "refused" | "nobody-to-ask";
}

/** The tools of one folder as they were loaded. */
export interface Discovery extends DiscoveryReport {
  /**
   * Looks again: loads what is new or changed, and takes away what is gone. Asks only about what is new or changed. To be
   * called when the host sees a change; nothing is watched here.
   */
  reload(options?: Pick<DiscoverOptions, "signal">): Promise<Discovery>;
}

/** A tool on its way into the registry. */
export interface LoadedTool {
  readonly file: string;
  readonly kind: DiscoveredTool["kind"];
  readonly tool: AnyTool;
  readonly export?: string;
}

/** What came of some files. */
export interface LoadedTools {
  readonly tools: readonly LoadedTool[];
  readonly problems: readonly DiscoveryProblem[];
}
