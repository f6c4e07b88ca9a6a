import { MAX_PARSED_LENGTH } from "./command-limits.js";
import type { CommandReading } from "./command-reading.js";
import { commandSegments } from "./command-segments.js";
import { possibleCommands } from "./possible-commands.js";
import { plainWords, readPlainCommand } from "./read-plain-command.js";
import { withBesides } from "./with-besides.js";

/**
 * Reads a shell command without a parser: certain of a single plain command only, and generous with what might be one.
 *
 * It knows no paths and no command that only reads; `loadCommandReader` gives the reader that does.
 */
export function readCommand(command: string): CommandReading {
  const plain = readPlainCommand(command);
  const found = possibleCommands(command);
  if (plain === undefined) {
    const isSearched = command.length <= MAX_PARSED_LENGTH;
    return isSearched
      ? withBesides(
          found,
          commandSegments(command).map((segment) => segment.split(/ +/)),
        )
      : found;
  }
  return {
    ...withBesides(found, [plainWords(plain)]),
    certain: [{ text: plain, words: plainWords(plain), effect: "anything" }],
  };
}
