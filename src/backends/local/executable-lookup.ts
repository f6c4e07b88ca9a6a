import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import * as path from "node:path";
import { divideSearchPath, foldersLeadingInto } from "./search-path.js";

/** Folders that a program lookup includes and excludes. */
export interface ExecutableLookup {
  /** Folders searched before `PATH`. Default: none. */
  readonly directories?: readonly string[];
  /** Absolute workspace folders, where a repository may contain a program of this name. Default: none. */
  readonly outside?: readonly string[];
}

/**
 * Returns the absolute path of the first executable of a name.
 *
 * Skips relative entries of `PATH`, which would depend on the folder that a command runs in. Skips entries
 * that lead into the workspace, because this program runs without a question.
 */
export async function findExecutable(
  name: string,
  { directories = [], outside = [] }: ExecutableLookup = {},
): Promise<string | undefined> {
  const fileName = process.platform === "win32" ? `${name}.exe` : name;
  const { trusted } = await divideSearchPath(process.env.PATH ?? "", outside);
  for (const directory of [...directories, ...trusted]) {
    if (!path.isAbsolute(directory)) continue;
    const candidate = path.join(directory, fileName);
    if (!(await isExecutable(candidate))) continue;
    if (outside.length > 0 && (await foldersLeadingInto([directory], [fileName], outside)).size > 0) continue;
    return candidate;
  }
  return undefined;
}

/** Returns whether a path is a file that this user may execute. */
export async function isExecutable(candidate: string): Promise<boolean> {
  try {
    await access(candidate, constants.X_OK);
    return (await stat(candidate)).isFile();
  } catch {
    return false;
  }
}
