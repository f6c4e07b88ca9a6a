import { allBesides } from "../runners/index.js";
import { bareName, SHELLS } from "../wrappers/index.js";
import type { CommandReading } from "./command-reading.js";
import { addPossibleCommands, type PossibleCommands } from "./possible-commands.js";

/**
 * Adds to the commands found in a text those that its programs run through their options (`tar --to-command`, `git -c`), and
 * those that may run if a program in no table runs its arguments.
 */
export function withBesides(
  found: PossibleCommands,
  commands: readonly (readonly string[])[],
): Pick<CommandReading, "possible" | "unreadable" | "doubtful"> {
  const { scripts, doubtful, unreadable: unknown } = allBesides(commands);
  const possible = new Set(found.possible);
  let unreadable = found.unreadable ?? unknown;
  for (const script of scripts) {
    const problem = addPossibleCommands(script, possible);
    unreadable ??= problem;
  }
  // `frobnicate bash script.sh`: if the program runs its words, the rest is only known at run time.
  for (const text of doubtful) {
    if (unreadable === undefined && SHELLS.has(bareName(text.split(" ", 1)[0] ?? "")))
      unreadable = addPossibleCommands(text, new Set());
  }
  return { possible: [...possible], doubtful: doubtful.length > 0 ? doubtful : undefined, unreadable };
}
