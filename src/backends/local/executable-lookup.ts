import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import * as path from "node:path";
import { divideSearchPath, foldersLeadingInto } from "./search-path.js";

/** Where a program is looked for. */
export interface ExecutableLookup {
  /** Looked at before `PATH`. Default: none. */
  readonly directories?: readonly string[];
  /** Absolute folders of the workspace, where a repository may have put a program of this name. Default: none. */
  readonly outside?: readonly string[];
}

/**
 * The first of some programs that exists, as an absolute path.
 *
 * Relative entries of `PATH` are skipped: they would mean whatever lies in the folder that a command happens to run in. So are those
 * that lead into the workspace, for this program is run without a question.
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

/** Whether a path is a file that this user may run. */
export async function isExecutable(candidate: string): Promise<boolean> {
  try {
    await access(candidate, constants.X_OK);
    return (await stat(candidate)).isFile();
  } catch {
    return false;
  }
}
