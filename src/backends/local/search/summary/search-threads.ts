import type { SearchScope } from "../../../../contract/index.js";

/**
 * Files, their bytes, and milliseconds up to which ripgrep is faster with one thread: several of them cost more than 1 ms to start
 * and to end, and save 0.1 ms for each file. A search of few files may still have walked through many others.
 */
const MAX_FILES = 16;
const MAX_BYTES = 131_072;
const MAX_ELAPSED_MS = 10;

/** Scopes that are remembered; those searched longest ago are forgotten first. */
const MAX_SCOPES = 100;

/** Work of a complete search. */
export interface SearchWork {
  /** Files that were read. */
  readonly files: number;
  readonly bytes: number;
  readonly elapsedMs: number;
}

/**
 * Choice between one thread and several, by the work of the last search of the same scope. If a folder has grown since then, one
 * search of it is slower.
 */
export class SearchThreads {
  /** Keys of small scopes, longest ago first. */
  readonly #small = new Set<string>();

  /** Returns the arguments for ripgrep. */
  argumentsFor(scope: SearchScope): readonly string[] {
    return this.#small.has(keyOf(scope)) ? ["--threads=1"] : [];
  }

  /** Remembers the work of a search; `undefined` if it ended early. */
  remember(scope: SearchScope, work: SearchWork | undefined): void {
    const key = keyOf(scope);
    this.#small.delete(key);
    if (work === undefined || !isSmall(work)) return;
    this.#small.add(key);
    for (const oldest of this.#small) {
      if (this.#small.size <= MAX_SCOPES) break;
      this.#small.delete(oldest);
    }
  }
}

function isSmall({ files, bytes, elapsedMs }: SearchWork): boolean {
  return files <= MAX_FILES && bytes <= MAX_BYTES && elapsedMs <= MAX_ELAPSED_MS;
}

/** Returns a text that is equal for scopes in which ripgrep reads the same files. */
function keyOf({ path, globs = [], types = [], hidden = false, ignored = false }: SearchScope): string {
  return [path, hidden, ignored, types.length, ...types, ...globs].join("\0");
}
