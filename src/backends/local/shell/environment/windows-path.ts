/** A drive as Git Bash, Cygwin and the Windows Subsystem for Linux write it: `/c`, `/cygdrive/c`, `/mnt/c`. */
const DRIVE = /^\/(?:(?:cygdrive|mnt)\/)?([a-z])(?=\/|$)/i;

/**
 * A path as a POSIX shell on Windows writes it, in the words of Windows (seed 004): `/c/Users/me` becomes `C:\Users\me`.
 *
 * What names no drive is given back as it is.
 */
export function windowsPath(path: string): string {
  const match = DRIVE.exec(path);
  const drive = match?.[1];
  if (match === null || drive === undefined) return path;
  const rest = path.slice(match[0].length).replaceAll("/", "\\");
  return `${drive.toUpperCase()}:${rest === "" ? "\\" : rest}`;
}

/** The other way round, for a POSIX shell: `C:\Users\me` becomes `/c/Users/me`; what has no drive keeps its form. */
export function posixPath(path: string): string {
  const slashed = path.replaceAll("\\", "/");
  return slashed.replace(/^([a-z]):(?=\/|$)/i, (_, drive: string) => `/${drive.toLowerCase()}`);
}
