import type { Shell } from "../../contract/index.js";
import { kindOf } from "../host/kind-of.js";

/** Lets a shell run what it runs for so long only; tells whether it can keep to that. Without a shell there is nothing to end. */
export function limitCommands(shell: Shell | undefined, withinMs: number | undefined): boolean {
  if (withinMs !== undefined && !(typeof withinMs === "number" && withinMs >= 0)) {
    throw new RangeError(
      `withinMs must be a number of milliseconds or undefined, but it is ${kindOf(withinMs)}.`,
    );
  }
  shell?.endUnlessRenewed?.(withinMs);
  return shell === undefined || shell.endUnlessRenewed !== undefined;
}
