/** A path as seen from a folder: relative when it lies below, otherwise as it is. Both are absolute. */
export function pathFrom(folder: string, path: string): string {
  const slash = folder.includes("\\") && !folder.includes("/") ? "\\" : "/";
  const prefix = folder.endsWith(slash) ? folder : folder + slash;
  return path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length) : path;
}

/** Whether a path begins at the top of a file system, POSIX or Windows. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/") || isWindowsPath(path);
}

/** Whether a path begins at the top of a Windows file system. */
export function isWindowsPath(path: string): boolean {
  return /^(?:[a-zA-Z]:[\\/]|\\\\)/.test(path);
}

/** What a diff calls a file: relative to the cwd where possible, so that it applies there; never with a leading slash. */
export function diffName(path: string, cwd: string): string {
  return pathFrom(cwd, path).replaceAll("\\", "/").replace(/^\/+/, "");
}
