/** A program that formats files, and how a project shows that it uses it. */
export interface Formatter {
  readonly name: FormatterName;
  /** Lower case, without the dot. Left out: every file that no other formatter is for. */
  readonly extensions?: readonly string[];
  /** Names of files whose presence says that the project uses it, `*` for anything; empty when its language is enough. */
  readonly configNames: readonly string[];
  /** Files that say it by what is in them. */
  readonly configContents?: readonly ConfigContent[];
  /** What it is called in the shell. */
  readonly program: string;
  /** Folders of a project in which programs are installed, relative to the project or a folder in it. */
  readonly programFolders: readonly string[];
  /** Used only where no other formatter is set up. */
  readonly lastResort?: boolean;
  /** The arguments with which it reads the text of a file on standard input. */
  readonly arguments: (path: string, options: FormatterOptions) => readonly string[];
  /** What it writes to standard output. */
  readonly output: "text" | "eslint-json";
}

export type FormatterName =
  | "biome"
  | "prettier"
  | "eslint"
  | "gofmt"
  | "rustfmt"
  | "black"
  | "ruff"
  | "clang-format"
  | "shfmt";

/** A file that names a formatter in its text. */
export interface ConfigContent {
  readonly name: string;
  readonly namesFormatter: (text: string) => boolean;
  /** How an error message speaks of it. */
  readonly description: string;
}

/** What a formatter must be told beside the path. */
export interface FormatterOptions {
  /** The edition of Rust, where a Cargo.toml says one. */
  readonly rustEdition?: string;
}
