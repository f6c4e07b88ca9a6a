import { ToolError } from "../../contract/index.js";
import { anchorDirectory } from "./directory-anchor.js";
import { resolvePath } from "./resolve-path.js";

/** A directory to start a process in. */
export interface WorkingDirectory {
  /** For `spawn`; valid until `close`. */
  readonly path: string;
  close(): void;
}

/**
 * Opens the directory that a process will start in, so that it starts in the one that was looked at.
 *
 * Throws `not-found` or `not-a-directory`, naming the directory: `spawn` itself reports a missing working directory as a
 * missing program.
 */
export async function openWorkingDirectory(cwd: string): Promise<WorkingDirectory> {
  const { path, stat } = await resolvePath(cwd);
  if (stat === undefined) {
    throw new ToolError(
      `ENOENT: no such file or directory '${cwd}': the working directory does not exist. Create it first, or give another one.`,
      { code: "not-found", absolutePath: cwd },
    );
  }
  if (stat.type !== "directory") {
    throw new ToolError(`The working directory '${cwd}' is a file. Give a directory.`, {
      code: "not-a-directory",
      absolutePath: cwd,
    });
  }
  const anchor = await anchorDirectory(path);
  try {
    return { path: await anchor.self(), close: () => anchor.close() };
  } catch (error) {
    anchor.close();
    throw error;
  }
}
