import type { Launch } from "../processes/index.js";
import type { Shield } from "./shields.js";

/** A command with its permissions. */
export interface ConfinedCommand extends Launch {
  /** Real path. */
  readonly cwd: string;
  /** Real paths of folders that the command may write to. */
  readonly writableRoots: readonly string[];
  readonly shields: readonly Shield[];
  readonly network: "on" | "off";
  /** Real paths of files and folders whose content is hidden. */
  readonly hidden: readonly HiddenPath[];
}

/**
 * A command that runs without a question, with the paths hidden from it; it can write nothing and has no
 * network.
 */
export interface UnaskedCommand extends Launch {
  /** Real path. */
  readonly cwd: string;
  /** Real paths of folders that stay visible in any case. */
  readonly visible: readonly string[];
  /** Real paths of files and folders whose content is hidden. */
  readonly hidden: readonly HiddenPath[];
}

/** A secret file or folder. */
export interface HiddenPath {
  readonly path: string;
  readonly type: "file" | "directory";
}
