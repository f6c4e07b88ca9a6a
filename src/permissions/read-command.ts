import type { CommandReading } from "./command-reading.js";
import { possibleCommands } from "./possible-commands.js";
import { readPlainCommand } from "./read-plain-command.js";

/**
 * Reads a shell command without a parser: certain of a single plain command only, and generous with what might be one.
 */
export function readCommand(command: string): CommandReading {
  const plain = readPlainCommand(command);
  return { ...possibleCommands(command), ...(plain === undefined ? {} : { certain: [plain] }) };
}
