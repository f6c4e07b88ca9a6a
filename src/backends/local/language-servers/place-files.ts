import { stat } from "node:fs/promises";
import type { Clock, Search } from "../../../contract/index.js";

/** Files of a folder that are looked at. */
export const MAX_FOLDER_FILES = 200;

/** The files that a path stands for. */
export interface PlaceFiles {
  readonly files: readonly string[];
  /** Where the path is one. */
  readonly folder?: string;
  /** Whether there are more files than were given. */
  readonly isCut: boolean;
}

/** A file as it is, a folder as the files in it with certain endings, without those that `.gitignore` leaves out. */
export async function placeFiles(
  place: string,
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
): Promise<PlaceFiles> {
  const isFolder = await stat(place).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) return { files: [place], isCut: false };
  const files: string[] = [];
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener("abort", end, { once: true });
  const timer = clock.setTimeout(end, budgetMs);
  try {
    const globs = extensions.map((extension) => `**/*${extension}`);
    const scope = { path: place, globs, order: "path", signal: ending.signal, onUnreadable() {} } as const;
    for await (const file of search.files(scope)) {
      if (files.length === MAX_FOLDER_FILES) return { files, folder: place, isCut: true };
      files.push(file);
    }
    return { files, folder: place, isCut: ending.signal.aborted };
  } catch {
    return { files, folder: place, isCut: true };
  } finally {
    clock.clearTimeout(timer);
    signal.removeEventListener("abort", end);
    end();
  }
}
