import type { FileStat } from "../backend/index.js";

/** The resolved target of a path from the model, judged. */
export interface FileLocation {
  /** As the model wrote it. */
  readonly requested: string;
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Absent if the path does not exist. */
  readonly stat?: FileStat | undefined;
  /** The symlinks that were followed, each by its real path; absent if there are none. */
  readonly links?: readonly string[] | undefined;
  readonly insideRoots: boolean;
  /** A path that requires a question in every mode: `.git/hooks`, shell start-up files ... */
  readonly protected: boolean;
  /** A file that contains secrets: `.env`, private keys ... */
  readonly secret: boolean;
  /**
   * Outside the roots, but this session may read it: an output of the session (or of its parent) in the
   * output store, wherever the store is, or a path below a folder that was opened for it.
   */
  readonly readable?: boolean;
}

/** Options of looking up the end of a path. */
export interface PathLookup {
  /**
   * Treatment of a symlink at the end of the path. `"follow"` (the default) returns its target; `"keep"` the
   * symlink itself, which is what a removal or a move affects. With `"keep"`, a folder that may contain
   * protected paths (`.git`) or contains them (`templates/repo` with a `.git`) counts as protected as well.
   */
  readonly finalSymlink?: "follow" | "keep";
  /**
   * With `"search"`, throws unless this call may list the folder or read the file (`external-directory`,
   * `reading-secret-file`, `special-file`): the judged path and the searched path come from one lookup. A
   * missing path is not a failure.
   */
  readonly access?: "search";
}
