import type { Shell } from "../../contract/index.js";
import { kindOf } from "../host/kind-of.js";

/**
 * Limits how long a shell may run its commands; returns whether the shell supports it. Without a shell there is
 * nothing to end.
 */
export function limitCommands(shell: Shell | undefined, withinMs: number | undefined): boolean {
  if (withinMs !== undefined && !(typeof withinMs === "number" && withinMs >= 0)) {
    throw new RangeError(
      `withinMs must be a number of milliseconds or undefined, but it is ${kindOf(withinMs)}.`,
    );
  }
  shell?.endUnlessRenewed?.(withinMs);
  return shell === undefined || shell.endUnlessRenewed !== undefined;
}
