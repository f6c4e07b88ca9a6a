import { ToolError } from "../../contract/index.js";
import { findExecutable } from "./executable-lookup.js";

/** A shell and the arguments that make it run one command without reading any start-up file. */
export interface ShellProgram {
  readonly path: string;
  readonly argumentsFor: (command: string) => readonly string[];
}

// Before PATH, so that a `bash` in a project's own bin folder is not taken for the shell.
const SYSTEM_DIRECTORIES = ["/bin", "/usr/bin", "/usr/local/bin"];

/**
 * Finds bash, or sh where there is none (seed 000).
 *
 * Throws `shell-missing` when the machine has neither.
 *
 * @param directories - absolute folders looked at before `PATH`
 */
export async function findShell(directories: readonly string[] = SYSTEM_DIRECTORIES): Promise<ShellProgram> {
  const bash = await findExecutable("bash", directories);
  if (bash !== undefined) {
    return { path: bash, argumentsFor: (command) => ["--noprofile", "--norc", "-c", command] };
  }
  const sh = await findExecutable("sh", directories);
  if (sh !== undefined) return { path: sh, argumentsFor: (command) => ["-c", command] };
  throw new ToolError("No shell was found: neither bash nor sh is in /bin, /usr/bin or PATH. Install bash.", {
    code: "shell-missing",
  });
}
