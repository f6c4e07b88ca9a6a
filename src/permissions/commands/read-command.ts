import { MAX_PARSED_LENGTH } from "./command-limits.js";
import type { CommandReading } from "./command-reading.js";
import { commandSegments } from "./command-segments.js";
import { possibleCommands } from "./possible-commands.js";
import { plainWords, readPlainCommand } from "./read-plain-command.js";
import { withBesides } from "./with-besides.js";

/**
 * Reads a shell command without a parser. It is certain only of a single plain command, and reports every text that may
 * be a command.
 *
 * It recognises neither paths nor commands that only read; use the reader that `loadCommandReader` returns for these.
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
      : { possible: [...found.possible], unreadable: found.unreadable };
  }
  return {
    ...withBesides(found, [plainWords(plain)]),
    certain: [{ text: plain, words: plainWords(plain), effect: "anything" }],
  };
}
