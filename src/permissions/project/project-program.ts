import type { ReadWord } from "../programs/index.js";

/**
 * Options, separated by spaces. `--name` is an option without a value, or with a plain one (`--name=false`); `--name=text` has
 * a value in the same or the next word, `--name=?text` only in the same word or none.
 *
 * The meaning of a value is `text` (any text), `name` (a plain word, neither a path nor the name of a module), `file`,
 * `folder` (where the program starts) or `output` (a file or folder that is written).
 */
export type ProjectOptions = string;

/** One action of a program, such as `test` of `cargo`. */
export interface ProjectAction {
  /** The words that name the action, separated by spaces. Absent if the program has a single action. */
  readonly names?: string;
  readonly options: ProjectOptions;
  /**
   * The words that are not options: `files` are read, `changed` may be written as well, `words` are text (the name of a test),
   * `names` are plain words, `targets` are plain words that may contain colons and slashes, `actions` are further actions of the
   * same row. Default: none.
   */
  readonly operands?: "files" | "changed" | "words" | "names" | "targets" | "actions";
  /** Options of which one is required, separated by spaces. */
  readonly needs?: string;
  /** The options that a program of the project receives after `--`. Default: `--` is refused. */
  readonly passes?: ProjectOptions;
}

/**
 * A program of an ecosystem, with the actions that test, build, lint or format. Plain data: a table contains no code.
 *
 * Options that name a program, a plug-in or another configuration are left out on purpose: a command with one asks.
 */
export interface ProjectProgram {
  /** The names of the program, separated by spaces. */
  readonly names: string;
  /** The documentation that the rows come from. */
  readonly source: string;
  /** Options before the action. */
  readonly before?: ProjectOptions;
  readonly actions: readonly ProjectAction[];
  /** Set if the program reads no options after the first word that is not an option. */
  readonly optionsFirst?: true;
  /** Set if `-name` means `--name`. */
  readonly singleDash?: true;
  /** Set if the program is also installed in `node_modules/.bin`, where `npx` and its relatives find it. */
  readonly inPackage?: true;
  /** The launchers that also start it: `uv run pytest`. */
  readonly launchedBy?: "python" | "ruby";
  /** Set if `python -m` starts it. */
  readonly isModule?: true;
  /** The file of the project that the program needs; it must be in a trusted folder. */
  readonly marker?: ProjectMarker;
}

/** A file at the root of a project. */
export type ProjectMarker =
  | "Cargo.toml"
  | "go.mod"
  | "build.ninja"
  | "Package.swift"
  | "pubspec.yaml"
  | "pom.xml"
  | "mix.exs"
  | "tox.ini"
  | "noxfile.py"
  | ".pre-commit-config.yaml";

/** A kind of file that defines commands of a project. */
export type TaskSource =
  | "package.json"
  | "node_modules/.bin"
  | "Makefile"
  | "justfile"
  | "Taskfile"
  | "composer.json"
  | "deno.json"
  | "Rakefile"
  | "mix.exs"
  | ".cargo/config.toml"
  | "pyproject.toml poe"
  | "pyproject.toml pdm"
  | "pyproject.toml hatch";

/** A program that runs the commands that a file of the project defines. */
export interface TaskRunner {
  /** The names of the program, separated by spaces. */
  readonly names: string;
  /** The documentation that the row comes from. */
  readonly source: string;
  readonly defines: TaskSource;
  /** The words before the name of a command, separated by spaces: `run` of `npm run build`. */
  readonly runs?: string;
  /** Words that are names of commands themselves, separated by spaces: `test` of `npm test`; `t:test` is another name. */
  readonly direct?: string;
  /** Set if every other word may be the name of a command: `yarn build`. */
  readonly anyDirect?: true;
  /** Words that are commands of the program itself even if a file defines them, separated by spaces. */
  readonly builtIn?: string;
  readonly options: ProjectOptions;
  /**
   * The words after the name of a command: `passed` to the command, `after-dashes` passed only if they are plain words or come
   * after `--`, `tasks` further names of commands. Default: none.
   */
  readonly after?: "passed" | "after-dashes" | "tasks";
  /** Set if the program without a name runs the first command of its file. */
  readonly hasDefault?: true;
}

/** Something that a command of a project needs: a file at the root of the project, or a command that a file defines. */
export interface ProjectNeed {
  readonly file: TaskSource | ProjectMarker;
  /** The command that the file must define; `""` is its first one. Absent for a file that only shows the root of the project. */
  readonly task?: string;
}

/** A command that tests, builds, lints or formats a project, or that a file of the project defines. */
export interface ProjectCommand {
  readonly needs: readonly ProjectNeed[];
  /** The words with a meaning to the program, as far as they may be paths. */
  readonly words: readonly ReadWord[];
  /** The folder that the program starts in: the value of an option such as `-C`. */
  readonly folder?: string;
}
