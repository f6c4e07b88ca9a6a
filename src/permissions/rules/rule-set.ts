import type { PermissionRule, ToolKind, ToolSource, Verdict } from "../../contract/index.js";
import type { Mode, ToolboxConfig } from "./check-tool-permission.js";

/** Where relative paths start and how names compare: what a path pattern means depends on it. */
export interface PermissionPlace {
  /** The session's working directory: absolute, symlinks resolved, like the paths that are judged. */
  readonly cwd: string;
  /** What `~/` stands for. Without it a pattern with `~/` matches nothing. */
  readonly homeDirectory?: string;
  /** Default true; false on a volume where `A` and `a` are one file. */
  readonly caseSensitive?: boolean;
  /** Default `/`; with `\` both stand between names, in paths and in patterns. */
  readonly separator?: "/" | "\\";
}

/** A path of a call, as the workspace located it. */
export interface JudgedPath {
  /** As the model wrote it. */
  readonly requested: string;
  /** Absolute, symlinks resolved. */
  readonly path: string;
  readonly access: "read" | "write" | "delete";
  readonly insideRoots: boolean;
  /** A place that is asked about in every mode: `.git/hooks`, shell start-up files ... */
  readonly protected: boolean;
  /** A file that holds secrets: `.env`, private keys ... */
  readonly secret: boolean;
  /** Set for a folder, `secret` then, of which a command reads every file and in which there are secrets, or may be. */
  readonly holdsSecrets?: true;
  /** Set for a folder of which a command may read everything below, or tell the names. */
  readonly walks?: true;
  /** Set where the words of a shell command name it: then what may be done to it is up to what decides about the command. */
  readonly fromCommand?: true;
}

/** What a call is about to touch, with paths made real. */
export interface JudgedFacts {
  readonly paths?: readonly JudgedPath[];
  /** The shell command, exactly as it will be run. */
  readonly command?: string;
  /** Where the command runs: absolute, symlinks resolved. Default: the session's working directory. */
  readonly commandCwd?: string;
  /** The repository that git would use there, and whether it lies in another one or is made of plain files of the folder. */
  readonly commandRepository?: { readonly path: string; readonly embedded: boolean };
  readonly hosts?: readonly string[];
}

/** What is known about the tool of a call. */
export interface ToolIdentity {
  /** Every name of the tool, the canonical one first. */
  readonly names: readonly string[];
  readonly kind: ToolKind;
  readonly source: ToolSource;
  /** For a toolbox tool: which subagents may use it. */
  readonly toolbox?: ToolboxConfig;
}

/** A call to judge. Plain JSON. */
export interface PermissionRequest extends ToolIdentity {
  readonly facts: JudgedFacts;
}

/** Everything that decides about calls, checked and complete. Made by `normalizePermissions`. */
export interface RuleSet extends Omit<PermissionPlace, "cwd"> {
  /** In order: the last one that matches wins, a deny anywhere wins over all. */
  readonly rules: readonly PermissionRule[];
  /** What holds where no rule matches. */
  readonly defaults: Readonly<Record<ToolKind, Verdict>>;
  /** Whether paths outside the roots and protected places ask, or count like any other: `"allow"` under allow-all. */
  readonly boundaries: "ask" | "allow";
  /** What is visible and callable at all (seed 001). */
  readonly mode?: Mode;
  /** Path patterns of folders whose repositories may run what their git configuration says. Default: none. */
  readonly trustedFolders?: readonly string[];
}

/** A rule set as it holds for one session. */
export interface SessionRules extends RuleSet, PermissionPlace {
  /** What was remembered for the session; counts after the rules. */
  readonly grants?: readonly PermissionRule[];
}
