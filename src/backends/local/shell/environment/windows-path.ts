import * as path from "node:path";

/**
 * A drive in the notation of Git Bash, Cygwin and the Windows Subsystem for Linux: `/c`, `/cygdrive/c`,
 * `/mnt/c`.
 */
const DRIVE = /^\/(?:(?:cygdrive|mnt)\/)?([a-z])(?=\/|$)/i;

/**
 * Converts a path of a POSIX shell on Windows to Windows notation (OpenCode): `/c/Users/me` becomes
 * `C:\Users\me`. Returns a path without a drive unchanged.
 */
export function windowsPath(path: string): string {
  const match = DRIVE.exec(path);
  const drive = match?.[1];
  if (match === null || drive === undefined) return path;
  const rest = path.slice(match[0].length).replaceAll("/", "\\");
  return `${drive.toUpperCase()}:${rest === "" ? "\\" : rest}`;
}

/**
 * Converts a Windows path for a POSIX shell: `C:\Users\me` becomes `/c/Users/me`; a path without a drive only
 * gets forward slashes.
 */
export function posixPath(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  return slashed.replace(/^([a-z]):(?=\/|$)/i, (_, drive: string) => `/${drive.toLowerCase()}`);
}

/**
 * Returns the folder of Windows' own programs. They are started by path: Windows searches a bare name in the current folder
 * first, which may be a repository.
 */
export function systemFolder(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const root = environment.SYSTEMROOT;
  const isFolder = root !== undefined && /^[A-Za-z]:[\\/]/.test(root);
  return path.win32.join(isFolder ? root : "C:\\Windows", "System32");
}
