import type { Launch } from "../processes/index.js";

/** A command that nobody was asked about, and what is kept from it; it writes nothing and has no network. */
export interface UnaskedCommand extends Launch {
  /** Real path. */
  readonly cwd: string;
  /** Real paths of folders that stay visible wherever they are. */
  readonly visible: readonly string[];
  /** Real paths of files and folders whose content is kept from it. */
  readonly hidden: readonly HiddenPlace[];
}

/** A secret file or folder. */
export interface HiddenPlace {
  readonly path: string;
  readonly type: "file" | "directory";
}
