import type { Launch } from "../processes/index.js";
import type { Shield } from "./shields.js";

/** A command and what it may do. */
export interface ConfinedCommand extends Launch {
  /** Real path. */
  readonly cwd: string;
  /** Real paths of folders that it may write to. */
  readonly writableRoots: readonly string[];
  readonly shields: readonly Shield[];
  readonly network: "on" | "off";
}
