/** A program that formats files, and the signs that a project uses it. */
export interface Formatter {
  readonly name: FormatterName;
  /** Lower case, without the dot. Absent: every file that has no other formatter. */
  readonly extensions?: readonly string[];
  /** Names of files whose presence shows its use, `*` for anything; empty when the language is enough. */
  readonly configNames: readonly string[];
  /** Files whose content shows its use. */
  readonly configContents?: readonly ConfigContent[];
  /** Its name in the shell. */
  readonly program: string;
  /** Folders of a project in which programs are installed, relative to the project or one of its folders. */
  readonly programFolders: readonly string[];
  /** Used only where no other formatter is configured. */
  readonly lastResort?: boolean;
  /** The arguments with which it reads the text of a file from standard input. */
  readonly arguments: (path: string, options: FormatterOptions) => readonly string[];
  /** Format of its standard output. */
  readonly output: "text" | "eslint-json";
}

/** Name of a supported formatter. */
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

/** A file whose text names a formatter. */
export interface ConfigContent {
  readonly name: string;
  readonly namesFormatter: (text: string) => boolean;
  /** Its description in an error message. */
  readonly description: string;
}

/** Options of a formatter in addition to the path. */
export interface FormatterOptions {
  /** The edition of Rust, where a Cargo.toml names one. */
  readonly rustEdition?: string;
}
