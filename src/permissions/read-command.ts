import type { CommandReading } from "./command-reading.js";
import { possibleCommands } from "./possible-commands.js";
import { plainWords, readPlainCommand } from "./read-plain-command.js";

/**
 * Reads a shell command without a parser: certain of a single plain command only, and generous with what might be one.
 *
 * It knows no paths and no command that only reads; `loadCommandReader` gives the reader that does.
 */
export function readCommand(command: string): CommandReading {
  const plain = readPlainCommand(command);
  if (plain === undefined) return possibleCommands(command);
  return {
    ...possibleCommands(command),
    certain: [{ text: plain, words: plainWords(plain), effect: "anything" }],
  };
}
