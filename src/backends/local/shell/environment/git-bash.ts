import * as path from "node:path";

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
