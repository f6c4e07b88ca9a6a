import * as path from "node:path";
import { ToolError } from "../../../../contract/index.js";
import { type ExecutableLookup, findExecutable, isExecutable } from "../../executable-lookup.js";
import { isOfWorkspace } from "../../search-path.js";
import { findCmd } from "./cmd-program.js";
import { findPowerShell } from "./powershell-program.js";
import type { ShellChoice, ShellProgram } from "./shell-choice.js";

/** A lookup of the shell of commands without a language. */
export interface ShellLookup extends ExecutableLookup {
  /** Default: bash. */
  readonly program?: ShellChoice | undefined;
}

// Before PATH, so that a `bash` in a project's bin folder is not taken for the shell.
const SYSTEM_DIRECTORIES = ["/bin", "/usr/bin", "/usr/local/bin"];

/**
 * Finds a shell. For bash, sh counts as well where bash is missing (the Amp specification); on Windows it is Git's bash.
 *
 * Throws `shell-missing` if the machine does not have it.
 *
 * @param lookup - default: the system's folders are searched before `PATH`
 */
export async function findShell(lookup: ShellLookup = {}): Promise<ShellProgram> {
  const { directories = SYSTEM_DIRECTORIES, outside = [], program } = lookup;
  if (program === "powershell") return findPowerShell({ outside });
  if (program === "cmd") return findCmd();
  if (process.platform === "win32") return findGitBash(outside);
  const bash = await findExecutable("bash", { directories, outside });
  if (bash !== undefined) return bashProgram(bash);
  const sh = await findExecutable("sh", { directories, outside });
  if (sh !== undefined) return { path: sh, argumentsFor: (command) => ["-c", command] };
  throw new ToolError("No shell was found: neither bash nor sh is in /bin, /usr/bin or PATH. Install bash.", {
    code: "shell-missing",
  });
}

async function findGitBash(outside: readonly string[]): Promise<ShellProgram> {
  for (const candidate of gitBashPaths(process.env)) {
    if (await isOfWorkspace(path.dirname(candidate), outside)) continue;
    if (await isExecutable(candidate)) return bashProgram(candidate);
  }
  throw new ToolError(
    'Git Bash is not installed in a standard location. Install Git for Windows, or set shell.program to "powershell".',
    { code: "shell-missing" },
  );
}

function bashProgram(bash: string): ShellProgram {
  return { path: bash, argumentsFor: (command) => ["--noprofile", "--norc", "-c", command] };
}

/**
 * Returns the standard locations of Git for Windows' bash. Excludes `System32\bash.exe`, the shell of the
 * Windows Subsystem for Linux, which is another system.
 */
export function gitBashPaths(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const installed = [environment.PROGRAMFILES, environment["PROGRAMFILES(X86)"], environment.PROGRAMW6432]
    .filter((folder) => folder !== undefined)
    .map((folder) => path.win32.join(folder, "Git"));
  const perUser =
    environment.LOCALAPPDATA === undefined
      ? []
      : [path.win32.join(environment.LOCALAPPDATA, "Programs", "Git")];
  // `git.exe` is in `<Git>\cmd`, which its installer adds to PATH.
  const besideGit = (environment.PATH ?? "")
    .split(";")
    .filter((folder) => /[\\/]git[\\/]cmd[\\/]?$/i.test(folder))
    .map((folder) => path.win32.dirname(folder.replace(/[\\/]$/, "")));
  return [...new Set([...installed, ...perUser, ...besideGit])]
    .filter((folder) => path.win32.isAbsolute(folder))
    .map((folder) => path.win32.join(folder, "bin", "bash.exe"));
}
