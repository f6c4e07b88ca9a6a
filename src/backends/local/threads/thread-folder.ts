import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { ToolError } from "../../../contract/index.js";
import { checkThreadId } from "../../threads/index.js";
import { findStateFolder, makePrivateDirectory } from "../file-locks/index.js";

const FOLDER_NAME = "threads";

/** Names of thread files. */
export const THREAD_FILE = /^[\da-f]{40}\.jsonl$/;

/** Returns the path that files use for a project: with symlinks resolved if the project exists. */
export function projectOf(project: string): string {
  if (typeof project !== "string" || !isAbsolute(project)) {
    throw new ToolError(`The project of a thread must be an absolute path, not ${JSON.stringify(project)}.`, {
      code: "invalid-input",
    });
  }
  try {
    return realpathSync.native(project);
  } catch {
    return resolve(project);
  }
}

/**
 * Returns the functions that find the folder of a project, of mode 0700, in `threads` of the state directory.
 * The names of folders and files are hashes: ids and paths may contain anything, and must not lead elsewhere.
 */
export function threadFolders(stateDirectory: string | undefined) {
  let root: string | undefined;
  return {
    /**
     * Returns the folder, and creates it if it is missing. Throws a `ToolError` `access-denied` if there is
     * no directory that only this user can write to.
     */
    open(project: string): string {
      // The state directory may be cleared while this process runs.
      if (root === undefined || !existsSync(root)) {
        const found = findStateFolder(FOLDER_NAME, stateDirectory);
        if (found.type === "none") {
          throw new ToolError(
            `There is no safe directory for threads: ${found.reason}. Nothing was stored.`,
            {
              code: "access-denied",
            },
          );
        }
        root = found.path;
      }
      const folder = join(root, hashOf(project, 32));
      try {
        makePrivateDirectory(folder);
      } catch (error) {
        throw new ToolError(
          `The folder '${folder}' for the threads of ${project} ${(error as Error).message}.`,
          {
            code: "access-denied",
            absolutePath: folder,
          },
        );
      }
      return folder;
    },
    /** Returns the folder if it exists; creates nothing. */
    find(project: string): string | undefined {
      if (root === undefined || !existsSync(root)) {
        const found = findStateFolder(FOLDER_NAME, stateDirectory);
        if (found.type === "none") return undefined;
        root = found.path;
      }
      const folder = join(root, hashOf(project, 32));
      return existsSync(folder) ? folder : undefined;
    },
  };
}

/** Returns the file of a thread in the folder of its project. */
export function threadFile(folder: string, id: string): string {
  return join(folder, `${hashOf(checkThreadId(id), 40)}.jsonl`);
}

function hashOf(text: string, characters: number): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, characters);
}
