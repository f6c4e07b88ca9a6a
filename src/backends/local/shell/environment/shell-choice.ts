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

/** A shell and the arguments that make it run one command without reading a start-up file. */
export interface ShellProgram {
  readonly path: string;
  /** On Windows, whether the arguments are passed as they are, without quotes around them. Default: false. */
  readonly isVerbatim?: boolean;
  /** Throws `invalid-input` for a command that the program would not run completely. */
  readonly argumentsFor: (command: string) => readonly string[];
}
