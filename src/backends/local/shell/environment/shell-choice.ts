import type { ShellLanguage } from "../../../../contract/index.js";
import { requireKnownValue } from "../../../../values/index.js";

/** The program of `shell.program`. */
export type ShellChoice = "bash" | "powershell" | "cmd";

/** The language of each program. */
export const LANGUAGE_OF = {
  bash: "posix",
  powershell: "powershell",
  cmd: "cmd",
} as const satisfies Readonly<Record<ShellChoice, ShellLanguage>>;

/** Throws a `TypeError` for another program, and for cmd on a system that does not have it. */
export function requireShellChoice(choice: ShellChoice | undefined): void {
  if (choice === undefined) return;
  requireKnownValue("shell.program", choice, ["bash", "powershell", "cmd"]);
  if (choice === "cmd" && process.platform !== "win32")
    throw new TypeError('shell.program "cmd" is a program of Windows. Use "bash" or "powershell".');
}
