/**
 * What a parameter of a dialect means: a parameter of the act in the table's own terms, or that and how its value is said
 * differently. Neither conversion may throw; a value that they cannot convert they give back as it is, for validation.
 */
export type Meaning =
  | string
  | {
      readonly means: string;
      /** This dialect's value in the table's terms. */
      readonly read: (value: unknown) => unknown;
      /** The other way round. */
      readonly say: (value: unknown) => unknown;
      /** Whether a value under this name is in this dialect's terms indeed. Default: always. */
      readonly fits?: (value: unknown) => boolean;
    };

/** Values by what they mean. */
export type Meant = Map<string, unknown>;

/** How one agent speaks of an act. */
export interface Dialect {
  /** The toolset whose own tool this is. Left out for words that no toolset here shows but models use. */
  readonly toolset?: string;
  /** What it calls the tool; the first name is the tool's own. */
  readonly names: readonly [string, ...string[]];
  /** What it calls the parameters. Where two mean the same, the first that the tool has is written. */
  readonly parameters: Readonly<Record<string, Meaning>>;
  /** Puts what takes more than one parameter into those that this dialect has. Must not throw. */
  readonly compose?: (meant: Meant) => void;
}

/** What tools do, whatever they are called. */
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

/** One act and all the ways to ask for it. */
export interface Act {
  readonly name: ActName;
  readonly dialects: readonly Dialect[];
}
