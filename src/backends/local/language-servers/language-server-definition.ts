import { shellWord } from "../../../text/index.js";
/** Definition of a language server: its files, the markers of its projects, and its command. */
export interface LanguageServerDefinition {
  /** Name in messages; a host's definition replaces a built-in one of the same name. */
  readonly name: string;
  /** Supported files: their extension (`.ts`) and the protocol's name of the language (`typescript`). */
  readonly languages: Readonly<Record<string, string>>;
  /**
   * Names of files or folders that mark a project folder. Without one of them above a file, no server is
   * started for it.
   */
  readonly markers: readonly string[];
  /**
   * The marked folder that is the project: the nearest to the file, or the outermost within the roots, for a
   * server that distinguishes nested projects itself. Default `"nearest"`.
   */
  readonly project?: "nearest" | "outermost";
  /** Returns whether the server is the right one for a project folder. Default: always. */
  readonly fits?: (folder: string) => Promise<boolean>;
  /** Name of a program, or an absolute path, and its parameters. */
  readonly command: readonly [program: string, ...parameters: string[]];
  /**
   * Folders with the project's programs, searched from the file upward before `PATH`: `node_modules/.bin`.
   */
  readonly programFolders?: readonly string[];
  /** The options that the server receives in its `initialize` request. Default: none. */
  readonly initializationOptions?: unknown;
  /** Answers to the server's configuration requests, by dotted section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * Method of asking for diagnostics. `"standard"` (default): by `textDocument/diagnostic` if supported,
   * otherwise by waiting for published diagnostics. `"tsserver"`: by the requests that
   * typescript-language-server forwards.
   */
  readonly dialogue?: "standard" | "tsserver";
  /**
   * Returns a regular expression, in ripgrep's syntax, for the lines that import a file: files with such
   * lines are examined after the file changed. For a server that cannot report the importers of a file
   * itself.
   */
  readonly importsOf?: (file: string) => string;
  /** Remedy for a missing program: a command that installs it. */
  readonly remedy?: string;
}

/** A server that was found for a project. */
export interface ServerCommand {
  readonly definition: LanguageServerDefinition;
  /** Real path of the project folder. */
  readonly root: string;
  /** Absolute path. */
  readonly program: string;
  readonly parameters: readonly string[];
}

/** Returns the command as people read it and as rules match it. */
export function commandText({ program, parameters }: Pick<ServerCommand, "program" | "parameters">): string {
  return [program, ...parameters].map(shellWord).join(" ");
}

/** Returns the key by which a server is shared: its definition, its root and its program. */
export function serverKey({ definition, root, program }: ServerCommand): string {
  return [definition.name, root, program].join("\0");
}
