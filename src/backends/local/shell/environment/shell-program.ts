import * as path from "node:path";
import { ToolError } from "../../../../contract/index.js";
import { type ExecutableLookup, findExecutable, isExecutable } from "../../executable-lookup.js";
import { isOfWorkspace } from "../../search-path.js";
import { windowsPowerShellFolder } from "./has-powershell.js";

/** A shell and the arguments that make it run one command without reading a start-up file. */
export interface ShellProgram {
  readonly path: string;
  readonly argumentsFor: (command: string) => readonly string[];
}

// Before PATH, so that a `bash` in a project's bin folder is not taken for the shell.
const SYSTEM_DIRECTORIES = ["/bin", "/usr/bin", "/usr/local/bin"];

/**
 * Finds bash, or sh if there is none (the Amp specification); on Windows Git's bash, or PowerShell.
 *
 * Throws `shell-missing` if the machine has neither.
 *
 * @param lookup - default: the system's folders are searched before `PATH`
 */
export async function findShell(lookup: ExecutableLookup = {}): Promise<ShellProgram> {
  const { directories = SYSTEM_DIRECTORIES, outside = [] } = lookup;
  if (process.platform === "win32") return findWindowsShell(outside);
  const bash = await findExecutable("bash", { directories, outside });
  if (bash !== undefined) return bashProgram(bash);
  const sh = await findExecutable("sh", { directories, outside });
  if (sh !== undefined) return { path: sh, argumentsFor: (command) => ["-c", command] };
  throw new ToolError("No shell was found: neither bash nor sh is in /bin, /usr/bin or PATH. Install bash.", {
    code: "shell-missing",
  });
}

async function findWindowsShell(outside: readonly string[]): Promise<ShellProgram> {
  for (const candidate of gitBashPaths(process.env)) {
    if (await isOfWorkspace(path.dirname(candidate), outside)) continue;
    if (await isExecutable(candidate)) return bashProgram(candidate);
  }
  const powerShell = await searchPowerShell(outside);
  if (powerShell !== undefined) return powerShellProgram(powerShell);
  throw new ToolError(
    "No shell was found: neither Git Bash nor PowerShell is installed in a standard location. Install Git for Windows.",
    { code: "shell-missing" },
  );
}

/** Finds PowerShell: `pwsh` on the search path, or Windows PowerShell. Throws `shell-missing` if there is neither. */
export async function findPowerShell({ outside = [] }: ExecutableLookup = {}): Promise<ShellProgram> {
  const powerShell = await searchPowerShell(outside);
  if (powerShell !== undefined) return powerShellProgram(powerShell);
  throw new ToolError("PowerShell was not found: pwsh is not in PATH. Install PowerShell.", {
    code: "shell-missing",
  });
}

async function searchPowerShell(outside: readonly string[]): Promise<string | undefined> {
  const found = await findExecutable("pwsh", { outside });
  if (found !== undefined || process.platform !== "win32") return found;
  return findExecutable("powershell", { directories: [windowsPowerShellFolder()], outside });
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
  return [...new Set([...installed, ...perUser, ...besideGit])].map((folder) =>
    path.win32.join(folder, "bin", "bash.exe"),
  );
}

function bashProgram(bash: string): ShellProgram {
  return { path: bash, argumentsFor: (command) => ["--noprofile", "--norc", "-c", command] };
}

/**
 * Returns the program for PowerShell. The command is encoded, because no text would survive both the quoting
 * rules of Windows and those of PowerShell.
 */
export function powerShellProgram(powerShell: string): ShellProgram {
  return {
    path: powerShell,
    argumentsFor: (command) => [
      "-NoLogo",
      "-NoProfile",
      "-NonInteractive",
      "-EncodedCommand",
      Buffer.from(command, "utf16le").toString("base64"),
    ],
  };
}
