/** A language server: which files it knows, where its projects begin, and how it is started. */
export interface LanguageServerDefinition {
  /** For messages; of two definitions with one name the host's holds. */
  readonly name: string;
  /** The files it knows: the end of their names (`.ts`) and the protocol's name of the language (`typescript`). */
  readonly languages: Readonly<Record<string, string>>;
  /** Names of files or folders that mark the folder of a project. Without one of them above a file, no server is started for it. */
  readonly markers: readonly string[];
  /**
   * Which marked folder is the project: the one nearest to the file, or the outermost within the roots, for a server that tells
   * the projects below it apart itself. Default `"nearest"`.
   */
  readonly project?: "nearest" | "outermost";
  /** Whether it is the right one for a project, by its folder. Default: it is. */
  readonly fits?: (folder: string) => Promise<boolean>;
  /** The name of a program, or an absolute path, and its parameters. */
  readonly command: readonly [program: string, ...parameters: string[]];
  /** Folders in which the project has programs, looked for from the file upward before `PATH`: `node_modules/.bin`. */
  readonly programFolders?: readonly string[];
  readonly initializationOptions?: unknown;
  /** What it is told when it asks for its configuration, by dotted section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * How it is asked for diagnostics. `"standard"` (default): by `textDocument/diagnostic` where it has that, otherwise by
   * waiting for what it publishes. `"tsserver"`: by the requests that typescript-language-server hands on.
   */
  readonly dialogue?: "standard" | "tsserver";
  /**
   * A regular expression, in ripgrep's syntax, for the lines with which other files import a file: those files are looked at
   * after it changed. For a server that cannot tell by itself who imports a file.
   */
  readonly importsOf?: (file: string) => string;
  /** What to do where the program is missing: a command that installs it. */
  readonly remedy?: string;
}

/** A server that was found for a project. */
export interface ServerCommand {
  readonly definition: LanguageServerDefinition;
  /** The folder of the project, real. */
  readonly root: string;
  /** Absolute. */
  readonly program: string;
  readonly parameters: readonly string[];
}

/** The command as a person reads it, and as rules match it. */
export function commandText({ program, parameters }: Pick<ServerCommand, "program" | "parameters">): string {
  return [program, ...parameters].map(shellWord).join(" ");
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
