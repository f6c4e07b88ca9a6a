/** One access to a path, as the backend saw it. Looking whether something is there is none. */
export interface Touch {
  readonly access: "read" | "write";
  /** Absolute, without symlinks. */
  readonly path: string;
  /** `subtree`: everything below the path as well, as a search does. */
  readonly scope: "self" | "subtree";
  /** What was done, for people: `openFile`, `rename`, `search.text` ... */
  readonly operation: string;
}
