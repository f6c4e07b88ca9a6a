import { stat } from "node:fs/promises";
import type { Clock, Search } from "../../../contract/index.js";

/** Largest number of files of a folder that are examined. */
export const MAX_FOLDER_FILES = 200;

/** The files that a path stands for. */
export interface FilesAtPath {
  readonly files: readonly string[];
  /** Set if the path is a folder. */
  readonly folder?: string;
  /** Whether the folder has more files than the list. */
  readonly isIncomplete: boolean;
}

/**
 * Returns a file as it is, and a folder as its files with the given extensions, without those that
 * `.gitignore` excludes.
 */
export async function filesAtPath(
  location: string,
  {
    signal,
    budgetMs,
    extensions,
    search,
    clock,
  }: {
    readonly signal: AbortSignal;
    readonly budgetMs: number;
    readonly extensions: readonly string[];
    readonly search: Pick<Search, "files">;
    readonly clock: Clock;
  },
): Promise<FilesAtPath> {
  const isFolder = await stat(location).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) return { files: [location], isIncomplete: false };
  const files: string[] = [];
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener("abort", end, { once: true });
  const timer = clock.setTimeout(end, budgetMs);
  try {
    const globs = extensions.map((extension) => `**/*${extension}`);
    const scope = { path: location, globs, order: "path", signal: ending.signal, onUnreadable() {} } as const;
    for await (const file of search.files(scope)) {
      if (files.length === MAX_FOLDER_FILES) return { files, folder: location, isIncomplete: true };
      files.push(file);
    }
    return { files, folder: location, isIncomplete: ending.signal.aborted };
  } catch {
    return { files, folder: location, isIncomplete: true };
  } finally {
    clock.clearTimeout(timer);
    signal.removeEventListener("abort", end);
    end();
  }
}
