import type { ShellLanguage } from "../../contract/index.js";
import { MAX_SEARCHED_LENGTH } from "./command-limits.js";
import type { CommandReading } from "./command-reading.js";

/** A language whose commands are never read as those of a POSIX shell. */
type UnexaminedLanguage = Exclude<ShellLanguage, "posix">;

/** Spelling of an unexamined language. */
interface Spelling {
  readonly name: string;
  /** Characters that end a statement or begin a nested one, and line ends. */
  readonly boundary: RegExp;
  /** Quotes, and the character that takes the meaning from the next one. */
  readonly quoting: RegExp;
}

/** PowerShell documentation, about_Quoting_Rules: typographic quotes are quotes as well. Microsoft, cmd: `^` and `"`. */
const SPELLINGS: Readonly<Record<UnexaminedLanguage, Spelling>> = {
  powershell: {
    name: "PowerShell",
    boundary: /[\r\n;|&(){}]/,
    quoting: /["'`\u2018-\u201e]/g,
  },
  cmd: { name: "cmd", boundary: /[\r\n|&()]/, quoting: /["^]/g },
};

/**
 * Returns whether a reader can be certain of commands in a language: of those of a POSIX shell, which is the default.
 *
 * @example
 * isExamined("cmd"); // false
 */
export function isExamined(language: ShellLanguage | undefined): language is "posix" | undefined {
  return language === undefined || language === "posix";
}

/**
 * Reads a command of PowerShell or cmd without being certain of anything: no command allows itself, and every rule that
 * restricts commands or paths turns an allow into an ask.
 *
 * Deny and ask rules match the whole text and each piece between operators, also without the quotes and the escape
 * character of the language, in any letter case.
 *
 * @example
 * readUnexaminedCommand("cd x & del y", "cmd").possible; // ["cd x & del y", "cd x", "del y"]
 */
export function readUnexaminedCommand(
  command: string,
  language: Exclude<ShellLanguage, "posix">,
): CommandReading {
  const { name, boundary, quoting } = SPELLINGS[language];
  const notExamined = `commands of ${name} are not examined`;
  const unknown = { unreadable: notExamined, unknownPaths: notExamined };
  if (command.length > MAX_SEARCHED_LENGTH) return { possible: [], ...unknown };
  const possible = new Set<string>();
  for (const text of [command, command.replace(quoting, "")]) {
    for (const piece of [text, ...text.split(boundary)]) {
      const plain = piece.replace(/\s+/g, " ").trim();
      if (plain !== "") possible.add(plain);
    }
  }
  return { possible: [...possible], ...unknown };
}

/**
 * Reads a command of PowerShell, which is not examined: nothing in it is certain, and rules that restrict commands match each
 * piece of it.
 *
 * @example
 * readPowerShellCommand("git push; ls").possible; // ["git push; ls", "git push", "ls"]
 */
export function readPowerShellCommand(command: string): CommandReading {
  return readUnexaminedCommand(command, "powershell");
}
