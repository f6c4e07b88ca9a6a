import { allBesides } from "../runners/index.js";
import type { CommandReading } from "./command-reading.js";
import { possibleCommands } from "./possible-commands.js";

/** The result of searching a text for commands. */
type Found = Pick<CommandReading, "possible" | "unreadable">;

/**
 * Adds to the commands found in a text those that its programs run through their options (`tar --to-command`, `git -c`), and
 * those that may run if a program in no table runs its arguments.
 */
export function withBesides(
  found: Found,
  commands: readonly (readonly string[])[],
): Found & Pick<CommandReading, "doubtful"> {
  const { scripts, doubtful, unreadable: unknown } = allBesides(commands);
  const possible = new Set(found.possible);
  let unreadable = found.unreadable ?? unknown;
  for (const script of scripts) {
    const more = possibleCommands(script);
    for (const text of more.possible) possible.add(text);
    unreadable ??= more.unreadable;
  }
  return {
    possible: [...possible],
    ...(doubtful.length > 0 && { doubtful }),
    unreadable,
  };
}
