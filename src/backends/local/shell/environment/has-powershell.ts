import { accessSync, constants, realpathSync, statSync } from "node:fs";
import * as path from "node:path";
import { systemFolder } from "./windows-path.js";

/** Returns the folder of Windows PowerShell 5.1, which is part of Windows. */
export function windowsPowerShellFolder(): string {
  return path.win32.join(systemFolder(), "WindowsPowerShell\\v1.0");
}

/**
 * Returns whether PowerShell is installed: `pwsh` on the search path, or Windows PowerShell. Ignores programs in the
 * workspace.
 *
 * Synchronous, because it decides which tools a new runtime has. The search before each command is stricter.
 *
 * @param outside - absolute folders of the workspace
 */
export function hasPowerShell(outside: readonly string[]): boolean {
  const isWindows = process.platform === "win32";
  const roots = outside.flatMap((root) => [path.resolve(root), realPath(root) ?? []].flat());
  const candidates = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, isWindows ? "pwsh.exe" : "pwsh"));
  if (isWindows) candidates.push(path.join(windowsPowerShellFolder(), "powershell.exe"));
  return candidates.some((candidate) => isOutsideProgram(candidate, roots));
}

/** Returns whether a path is a program that is in none of the folders. */
export function isOutsideProgram(candidate: string, folders: readonly string[]): boolean {
  const real = isProgram(candidate) ? realPath(candidate) : undefined;
  if (real === undefined) return false;
  return !folders.some((folder) => contains(folder, candidate) || contains(folder, real));
}

function isProgram(candidate: string): boolean {
  try {
    accessSync(candidate, constants.X_OK);
    return statSync(candidate).isFile();
  } catch {
    return false;
  }
}

function realPath(location: string): string | undefined {
  try {
    return realpathSync(location);
  } catch {
    return undefined;
  }
}

function contains(folder: string, location: string): boolean {
  const relative = path.relative(folder, location);
  return (
    relative === "" ||
    !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
  );
}
