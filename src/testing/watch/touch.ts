/** One access to a path, as the backend saw it. A check whether a path exists does not count. */
export interface Touch {
  readonly access: "read" | "write";
  /** The absolute path, without symlinks. */
  readonly path: string;
  /** `subtree`: the access also includes everything below the path, as in a search. */
  readonly scope: "self" | "subtree";
  /** The operation, for messages: `openFile`, `rename`, `search.text` ... */
  readonly operation: string;
}
