import type { Backend } from "../../src/index.js";
import type { StalenessPolicy } from "../../src/workspace/index.js";
import type { World } from "./world.js";

/** A defence that is switched off for a control. */
export interface Weakness {
  readonly permissions?: "allow-all";
  readonly staleness?: StalenessPolicy;
  /** Of processes: no rename works, so files are written in place. */
  readonly renames?: "impossible";
  /** A sandbox is used where there is one, and done without where there is none. */
  readonly sandbox?: "prefer";
  readonly backend?: (backend: Backend, world: World) => Backend;
}
