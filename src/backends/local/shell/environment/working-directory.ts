import { ToolError } from "../../../../contract/index.js";
import { anchorDirectory } from "../../directory-anchor.js";
import { errnoOf, fileError } from "../../file-error.js";
import { toFileStat } from "../../file-stat.js";
import { lstat } from "../../system-calls.js";

/** A directory to start a process in. */
export interface WorkingDirectory {
  /** Path for `spawn`; valid until `close`. */
  readonly path: string;
  close(): void;
}

/**
 * Opens the directory that a process will start in, so that it starts in the directory that was checked. The
 * path must be real (as returned by `FileSystem.resolve`).
 *
 * Throws `not-found` or `not-a-directory`, naming the directory (`spawn` itself reports a missing working
 * directory as a missing program), and `changed-since-approval` if the path now leads elsewhere.
 */
export async function openWorkingDirectory(cwd: string): Promise<WorkingDirectory> {
  const { type } = await statOf(cwd);
  if (type !== "directory" && type !== "symlink") {
    throw new ToolError(`The working directory '${cwd}' is a file. Use a directory.`, {
      code: "not-a-directory",
      absolutePath: cwd,
    });
  }
  const anchor = await anchorDirectory(cwd);
  try {
    return { path: await anchor.self(), close: () => anchor.close() };
  } catch (error) {
    anchor.close();
    throw error;
  }
}

async function statOf(cwd: string) {
  try {
    return toFileStat(await lstat(cwd));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw fileError(error, cwd);
    throw new ToolError(
      `ENOENT: no such file or directory '${cwd}': the working directory does not exist. Create it first, or use another one.`,
      { code: "not-found", absolutePath: cwd },
    );
  }
}
