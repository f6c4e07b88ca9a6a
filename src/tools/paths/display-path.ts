/** Returns a path as seen from a folder: relative if it is inside, otherwise unchanged. Both are absolute. */
export function pathFrom(folder: string, path: string): string {
  const slash = folder.includes("\\") && !folder.includes("/") ? "\\" : "/";
  const prefix = folder.endsWith(slash) ? folder : folder + slash;
  return path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length) : path;
}

/** Returns whether a path begins at the root of a file system, POSIX or Windows. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || isWindowsPath(path);
}

/** Returns whether a path begins at the root of a Windows file system. */
export function isWindowsPath(path: string): boolean {
  return /^(?:[a-zA-Z]:[\\/]|\\\\)/.test(path);
}

/**
 * Returns the name of a file in a diff: relative to the cwd where possible, so that the diff applies there; never with
 * a leading slash.
 */
export function diffName(path: string, cwd: string): string {
  return pathFrom(cwd, path).replaceAll("\\", "/").replace(/^\/+/, "");
}
