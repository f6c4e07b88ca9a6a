import type { PermissionRule, ShellLanguage, ToolKind, ToolSource, Verdict } from "../../contract/index.js";
import type { Mode, ToolboxConfig } from "./check-tool-permission.js";

/** The context that the meaning of a path pattern depends on: where relative paths start and how names compare. */
export interface PathBase {
  /** The session's working directory: absolute, symlinks resolved, like the paths that are judged. */
  readonly cwd: string;
  /** The folder that `~/` stands for. Without it a pattern with `~/` matches nothing. */
  readonly homeDirectory?: string;
  /** Default true; false on a volume where `A` and `a` are one file. */
  readonly caseSensitive?: boolean;
  /** Default `/`; with `\`, both characters separate names in paths and in patterns. */
  readonly separator?: "/" | "\\";
}

/** A path of a call, as the workspace resolved it. */
export interface JudgedPath {
  /** The path as the model wrote it. */
  readonly requested: string;
  /** The absolute path, symlinks resolved. */
  readonly path: string;
  readonly access: "read" | "write" | "delete";
  readonly insideRoots: boolean;
  /** A path that asks in every mode: `.git/hooks`, shell start-up files ... */
  readonly protected: boolean;
  /** A file that holds secrets: `.env`, private keys ... */
  readonly secret: boolean;
  /** Set for a folder (then `secret` too) of which a command reads every file and which contains, or may contain, secrets. */
  readonly holdsSecrets?: true;
  /** Set for a folder of which a command may read everything below, or list the names. */
  readonly walks?: true;
  /** Set if the words of a shell command name it; then the decision about the command decides about it. */
  readonly fromCommand?: true;
}

/** A folder in which a command uses git. */
export interface RepositoryPlace {
  /** As `CertainCommand.folders` names it; `""` for the folder in which the command starts. */
  readonly folder: string;
  /** The folder: absolute, symlinks resolved. */
  readonly path: string;
  /** The repository that git would use there, if there is one. */
  readonly repository?: {
    readonly path: string;
    /** Whether it lies in another repository or consists of plain files of the folder. */
    readonly embedded: boolean;
    /** Whether its configuration names no program and all its data are in its own folder. Reading it then needs no trust. */
    readonly plain: boolean;
  };
}

/** A folder in which a command uses the files of a project. */
export interface ProjectPlace {
  /** As `ProjectUse.folders` or `ProjectUse.paths` names it; `""` for the folder in which the command starts. */
  readonly folder: string;
  /** The folder, or that of the file: absolute, symlinks resolved. */
  readonly path: string;
  /** The repository that contains the folder, if there is one. */
  readonly repository?: { readonly path: string; readonly embedded: boolean };
  /** The files and commands that are needed and exist, with the folder of each file. */
  readonly found: readonly {
    readonly file: string;
    /** The command that the file defines; `""` is its first one. Absent if the command needs only the file. */
    readonly task?: string;
    /** The folder of the file: absolute, symlinks resolved. */
    readonly path: string;
  }[];
}

/** The paths, hosts and command of a call, with real paths. */
export interface JudgedFacts {
  readonly paths?: readonly JudgedPath[] | undefined;
  /** The shell command, exactly as it will run. */
  readonly command?: string | undefined;
  /** The language of the command. Default: `posix`. */
  readonly language?: ShellLanguage | undefined;
  /** Where the command runs: absolute, symlinks resolved. Default: the session's working directory. */
  readonly commandCwd?: string | undefined;
  /** The folders in which the command uses git, and the repositories there. A folder that is missing here is not trusted. */
  readonly commandRepositories?: readonly RepositoryPlace[];
  /** The folders in which the command uses a project. A folder that is missing here is not trusted. */
  readonly commandProjects?: readonly ProjectPlace[];
  /** Set if `paths` contains the files that the patterns of the command stand for; otherwise such a command asks. */
  readonly patternsExpanded?: boolean | undefined;
  readonly hosts?: readonly string[] | undefined;
  /** A clause with the reason why the call may touch other paths than `paths`, for a tool without facts. */
  readonly unknownPaths?: string | undefined;
}

/** The properties of the tool of a call. */
export interface ToolIdentity {
  /** Every name of the tool, the canonical one first. */
  readonly names: readonly string[];
  readonly kind: ToolKind;
  readonly source: ToolSource;
  /** For a toolbox tool: which subagents may use it. */
  readonly toolbox?: ToolboxConfig | undefined;
}

/** A call to judge. Plain JSON. */
export interface PermissionRequest extends ToolIdentity {
  readonly facts: JudgedFacts;
}

/** Everything that decides about calls, validated and complete. Created by `normalizePermissions`. */
export interface RuleSet extends Omit<PathBase, "cwd"> {
  /** In order: the last match wins, but a deny in any position wins over all. */
  readonly rules: readonly PermissionRule[];
  /** The verdicts that apply if no rule matches. */
  readonly defaults: Readonly<Record<ToolKind, Verdict>>;
  /** Whether paths outside the roots and protected paths ask, or count like any other: `"allow"` under allow-all. */
  readonly boundaries: "ask" | "allow";
  /** `sandboxed`: commands of the built-in tools run without a question, because the shell confines them. */
  readonly autoAllow?: "sandboxed";
  /** `ask`: commands with any redirection ask even if a rule allows them. */
  readonly redirections?: "ask";
  /** Whether a call that would ask is denied. Default: it asks. */
  readonly questions?: "deny";
  /** Whether commands of a project in a trusted folder run: the preset `"project"`. Default: false. */
  readonly allowsProjects?: boolean;
  /** The tools that are visible and callable, as the Amp specification defines them. */
  readonly mode?: Mode;
  /**
   * Path patterns of folders whose repositories may run programs from their git configuration, and, if `allowsProjects`,
   * whose commands may run. Default: none.
   */
  readonly trustedFolders?: readonly string[];
}

/** A rule set as it applies to one session. */
export interface SessionRules extends RuleSet, PathBase {
  /** The grants of the session; they count after the rules. */
  readonly grants?: readonly PermissionRule[];
}
