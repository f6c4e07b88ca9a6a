import * as path from "node:path";

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
