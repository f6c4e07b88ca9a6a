import { readdir, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";

/** A file that may contain a transcript. */
export interface TranscriptFile {
  readonly path: string;
  /** The path relative to the working directory, if it lies below. */
  readonly shownPath: string;
  readonly bytes: number;
}

/** Endings of the files that a folder is searched for. A file that the user names is read whatever its ending. */
const ENDINGS = [".jsonl", ".ndjson", ".json"];

/**
 * Returns the files below the given paths in order of their names. Symlinks inside a folder are not followed, so that
 * the walk ends.
 *
 * @param cwd - the absolute path that relative paths start at
 * @throws the error of the file system for a given path that does not exist
 */
export async function transcriptFiles(
  paths: readonly string[],
  cwd: string,
): Promise<readonly TranscriptFile[]> {
  const found: TranscriptFile[] = [];
  for (const given of paths) {
    const path = resolve(cwd, given);
    const entry = await stat(path);
    if (entry.isDirectory()) await collect(path, { found, cwd });
    else found.push({ path, shownPath: shown(path, cwd), bytes: entry.size });
  }
  return found;
}

interface Collecting {
  readonly found: TranscriptFile[];
  readonly cwd: string;
}

async function collect(folder: string, collecting: Collecting): Promise<void> {
  const { found, cwd } = collecting;
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collect(path, collecting);
    else if (entry.isFile() && ENDINGS.some((ending) => entry.name.endsWith(ending))) {
      found.push({ path, shownPath: shown(path, cwd), bytes: (await stat(path)).size });
    }
  }
}

function shown(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below.startsWith("..") || isAbsolute(below) ? path : below;
}
