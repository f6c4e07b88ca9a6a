import type { FileStat } from "../backend/index.js";

/** Where a path of the model's leads, judged. */
export interface FileLocation {
  /** As the model wrote it. */
  readonly requested: string;
  /** Absolute, symlinks resolved. */
  readonly path: string;
  /** Absent when nothing is there. */
  readonly stat?: FileStat;
  /** The symlinks on the way, each by its own real path; absent where there are none. */
  readonly links?: readonly string[];
  readonly insideRoots: boolean;
  /** A place that is asked about in every mode: `.git/hooks`, shell start-up files ... */
  readonly protected: boolean;
  /** A file that holds secrets: `.env`, private keys ... */
  readonly secret: boolean;
  /**
   * Outside of the roots, but this session may read it: an output of its own (or of one it works for) in the output store,
   * wherever the store is, or below a folder that was opened for it.
   */
  readonly readable?: boolean;
}

/** How the end of a path is looked up. */
export interface PathLookup {
  /**
   * What becomes of a symlink that the path ends with. `"follow"` (the default) gives what it leads to; `"keep"` the symlink
   * itself, which is what a removal or a move takes away. With `"keep"`, a folder that protected places may be in (`.git`)
   * or are in (`templates/repo` with a `.git`) counts as protected as well.
   */
  readonly finalSymlink?: "follow" | "keep";
  /**
   * With `"search"`, throws unless this call may list the folder or read the file that is there (`external-directory`,
   * `reading-secret-file`, `special-file`): what was judged and what is searched come from one look. Nothing there is no failure.
   */
  readonly access?: "search";
}
