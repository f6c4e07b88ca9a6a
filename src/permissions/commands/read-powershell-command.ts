import { MAX_SEARCHED_LENGTH } from "./command-limits.js";
import type { CommandReading } from "./command-reading.js";

const NOT_EXAMINED = "commands of PowerShell are not examined";

/** Characters that end a statement or begin a nested one, and line ends. */
const BOUNDARY = /[\r\n;|&(){}]/;

/**
 * Reads a command of PowerShell without being certain of anything: no command allows itself, and every rule that restricts
 * commands or paths turns an allow into an ask.
 *
 * Deny and ask rules match the whole text and each piece between operators, also without the quotes and the escape
 * character of PowerShell, in any letter case.
 */
export function readPowerShellCommand(command: string): CommandReading {
  const unknown = { unreadable: NOT_EXAMINED, unknownPaths: NOT_EXAMINED };
  if (command.length > MAX_SEARCHED_LENGTH) return { possible: [], ...unknown };
  const possible = new Set<string>();
  for (const text of [command, command.replace(/["'`]/g, "")]) {
    for (const piece of [text, ...text.split(BOUNDARY)]) {
      const plain = piece.replace(/\s+/g, " ").trim();
      if (plain !== "") possible.add(plain);
    }
  }
  return { possible: [...possible], ...unknown };
}
