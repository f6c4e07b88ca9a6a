import type { ToolKind } from "./tool-kind.js";

/** The effects of a call: the facts that permission rules match on. Rules never match JSON text. */
export interface ToolFacts {
  /** Files and folders, in any notation; a bare string has the access of the tool's kind. */
  readonly paths?: readonly (string | PathFact)[] | undefined;
  /** The shell command, exactly as it will be run. */
  readonly command?: string | undefined;
  /**
   * The working directory of the command: its relative paths start there. Default: the session's working
   * directory.
   */
  readonly cwd?: string | undefined;
  /**
   * The language of the command. A command in another language than `posix` is not examined: only a rule that names the tool
   * or the exact command allows it. Default: that of the backend's shell, which is `posix` unless the shell declares another.
   */
  readonly language?: ShellLanguage | undefined;
  /** Host names that the call will contact. */
  readonly hosts?: readonly string[] | undefined;
  /**
   * The kind of the call, for a tool with several commands: `view` of an editor only reads. The tool has the kind of its strongest
   * command. Default: the kind of the tool.
   */
  readonly kind?: ToolKind | undefined;
}

/** Every {@link ShellLanguage}. */
export const SHELL_LANGUAGES = ["posix", "powershell", "cmd"] as const;

/** The language of a shell command: that of POSIX shells such as bash, that of PowerShell, or that of Windows' `cmd.exe`. */
export type ShellLanguage = (typeof SHELL_LANGUAGES)[number];

/** One path and the access that the call needs. */
export interface PathFact {
  readonly path: string;
  readonly access: "read" | "write" | "delete";
}

/** Information for key and fact functions besides the input. These functions must be pure and fast. */
export interface ToolEnvironment {
  /** The session's working directory, absolute. */
  readonly cwd: string;
  /** The language of commands that name none, if it is not `posix`. */
  readonly shellLanguage?: ShellLanguage | undefined;
}
