import * as path from "node:path";
import type { Shell } from "../../../../contract/index.js";
import { hasPowerShell, isOutsideProgram } from "./has-powershell.js";
import { LANGUAGE_OF, type ShellChoice } from "./shell-choice.js";
import { gitBashPaths } from "./shell-program.js";

/** Languages of a shell, and its description for the model. */
export interface ShellTraits extends Required<Pick<Shell, "languages">>, Pick<Shell, "description"> {
  /** The program of commands without a language: decided once, so that they are judged in the language that they run in. */
  readonly program: ShellChoice;
}

/** Sentences for the model about each program on Windows, whose commands are often written for another one. */
const WINDOWS_DESCRIPTIONS: Readonly<Record<ShellChoice, string>> = {
  bash: "The system is Windows, and commands run in Git Bash: write its commands, and paths with forward slashes (C:/Users or /c/Users).",
  powershell:
    "The system is Windows, and commands run in PowerShell, not in bash: write PowerShell, with $env:NAME for variables, and ; instead of && (Windows PowerShell has no &&).",
  cmd: "The system is Windows, and commands run in cmd.exe, not in bash: write one line of cmd, with %NAME% for variables, double quotes, and & or && between commands.",
};

const PWSH_DESCRIPTION =
  "Commands run in PowerShell, not in bash: write PowerShell, with $env:NAME for variables.";

/**
 * Returns the languages that this machine runs, that of commands without a language first, and the description of its shell.
 *
 * Synchronous, because it decides which tools a new runtime has. The search before each command is stricter.
 *
 * @param outside - absolute folders of the workspace, whose programs do not count
 */
export function shellTraits(choice: ShellChoice | undefined, outside: readonly string[]): ShellTraits {
  const isWindows = process.platform === "win32";
  const program = choice ?? (isWindows && !hasGitBash(outside) ? "powershell" : "bash");
  const first = LANGUAGE_OF[program];
  let languages: ShellTraits["languages"] | undefined;
  const description = isWindows
    ? WINDOWS_DESCRIPTIONS[program]
    : program === "powershell"
      ? PWSH_DESCRIPTION
      : undefined;
  return {
    program,
    // PowerShell is searched in every folder of the search path, and only where a tool is for it.
    get languages() {
      languages ??= first !== "powershell" && hasPowerShell(outside) ? [first, "powershell"] : [first];
      return languages;
    },
    description,
  };
}

function hasGitBash(outside: readonly string[]): boolean {
  const roots = outside.map((root) => path.resolve(root));
  return gitBashPaths(process.env).some((candidate) => isOutsideProgram(candidate, roots));
}
