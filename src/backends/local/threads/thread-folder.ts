import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { ToolError } from "../../../contract/index.js";
import { checkThreadId } from "../../threads/index.js";
import { findStateFolder, makePrivateDirectory } from "../file-locks/index.js";

const FOLDER_NAME = "threads";

/** What the files of threads are called. */
export const THREAD_FILE = /^[\da-f]{40}\.jsonl$/;

/** A project as files know it: symlinks resolved, where it is there. */
export function projectOf(project: string): string {
  if (typeof project !== "string" || !isAbsolute(project)) {
    throw new ToolError(
      `The project of a thread is an absolute path, but it is ${JSON.stringify(project)}.`,
      {
        code: "invalid-input",
      },
    );
  }
  try {
    return realpathSync.native(project);
  } catch {
    return resolve(project);
  }
}

/**
 * Finds the folder of a project, one of mode 0700 in `threads` of the state directory.
 *
 * Its name and those of the files in it are hashes: an id or a path may hold whatever it likes, and leads nowhere.
 */
export function threadFolders(stateDirectory: string | undefined) {
  let root: string | undefined;
  return {
    /** The folder, made where it is missing. Throws a `ToolError` `access-denied` where there is no place that only this user writes to. */
    open(project: string): string {
      // Somebody may clear the state directory while this process runs.
      if (root === undefined || !existsSync(root)) {
        const found = findStateFolder(FOLDER_NAME, stateDirectory);
        if (found.type === "none") {
          throw new ToolError(`There is no safe place to keep threads: ${found.reason}. Nothing was kept.`, {
            code: "access-denied",
          });
        }
        root = found.path;
      }
      const folder = join(root, hashOf(project, 32));
      try {
        makePrivateDirectory(folder);
      } catch (error) {
        throw new ToolError(
          `The folder for the threads of ${project} '${folder}' ${(error as Error).message}.`,
          {
            code: "access-denied",
            absolutePath: folder,
          },
        );
      }
      return folder;
    },
    /** The folder if it is there, and nothing made. */
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

/** The file of a thread in the folder of its project. */
export function threadFile(folder: string, id: string): string {
  return join(folder, `${hashOf(checkThreadId(id), 40)}.jsonl`);
}

function hashOf(text: string, characters: number): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, characters);
}
