/**
 * Meaning of a dialect's parameter: the name of a parameter of the act, optionally with conversions between the dialect's
 * values and the table's. Conversions must not throw; they return a value that they cannot convert unchanged, for
 * validation.
 */
export type Meaning =
  | string
  | {
      readonly means: string;
      /** Converts this dialect's value to the table's. */
      readonly read: (value: unknown) => unknown;
      /** Converts the table's value to this dialect's. */
      readonly say: (value: unknown) => unknown;
      /** Returns whether a value under this name is really in this dialect. Default: always. */
      readonly fits?: (value: unknown) => boolean;
    };

/** Values by meaning. */
export type Meant = Map<string, unknown>;

/** Names that one agent uses for an act and its parameters. */
export interface Dialect {
  /** Toolset that has this tool. Absent for names that no toolset here shows but models use. */
  readonly toolset?: string;
  /** Names of the tool; the first is its own. */
  readonly names: readonly [string, ...string[]];
  /** Names of the parameters. If two mean the same, the first that the tool has is written. */
  readonly parameters: Readonly<Record<string, Meaning>>;
  /** Combines meanings that need several parameters into those that this dialect has. Must not throw. */
  readonly compose?: (meant: Meant) => void;
}

/** Name of what a tool does, in any dialect. */
export type ActName =
  | "read"
  | "view image"
  | "write"
  | "edit"
  | "multi edit"
  | "patch"
  | "delete"
  | "move"
  | "undo"
  | "grep"
  | "glob"
  | "list"
  | "shell"
  | "write todos"
  | "read todos"
  | "delegate"
  | "read web page"
  | "search web";

/** Act, with its dialects. */
export interface Act {
  readonly name: ActName;
  readonly dialects: readonly Dialect[];
}
