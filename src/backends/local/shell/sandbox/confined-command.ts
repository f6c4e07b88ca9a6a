import type { Launch } from "../processes/index.js";
import type { Shield } from "./shields.js";
import type { HiddenPath } from "./unasked-command.js";

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
