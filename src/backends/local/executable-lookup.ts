import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import * as path from "node:path";

/**
 * The first of some programs that exists, as an absolute path.
 *
 * Relative entries of `PATH` are skipped: they would mean whatever lies in the folder that a command happens to run in.
 *
 * @param directories - looked at before `PATH`
 */
export async function findExecutable(
  name: string,
  directories: readonly string[] = [],
): Promise<string | undefined> {
  const fileName = process.platform === "win32" ? `${name}.exe` : name;
  const searched = [...directories, ...(process.env.PATH ?? "").split(path.delimiter)];
  for (const directory of searched) {
    if (!path.isAbsolute(directory)) continue;
    const candidate = path.join(directory, fileName);
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** Whether a path is a file that this user may run. */
export async function isExecutable(candidate: string): Promise<boolean> {
  try {
    await access(candidate, constants.X_OK);
    return (await stat(candidate)).isFile();
  } catch {
    return false;
  }
}
