import type { DirectoryEntry } from "../../../contract/index.js";

/** Entries that are remembered, each folder counted as one more: some megabytes. */
const MAX_ENTRIES = 50_000;

interface RememberedFolder {
  readonly state: string;
  readonly entries: readonly DirectoryEntry[];
}

/** A memory of the entries of folders, each in one state of the folder. Forgets the oldest when there are too many. */
export class RememberedEntries {
  readonly #folders = new Map<string, RememberedFolder>();
  #size = 0;

  constructor(private readonly maxEntries = MAX_ENTRIES) {}

  has(folder: string): boolean {
    return this.#folders.has(folder);
  }

  /** Returns the entries of a folder; `undefined` if those of this state are unknown. */
  get(folder: string, state: string): readonly DirectoryEntry[] | undefined {
    const known = this.#folders.get(folder);
    return known?.state === state ? known.entries : undefined;
  }

  set(folder: string, state: string, entries: readonly DirectoryEntry[]): void {
    this.#forget(folder);
    this.#folders.set(folder, { state, entries });
    this.#size += entries.length + 1;
    for (const oldest of this.#folders.keys()) {
      if (this.#size <= this.maxEntries) break;
      this.#forget(oldest);
    }
  }

  #forget(folder: string): void {
    const known = this.#folders.get(folder);
    if (known === undefined) return;
    this.#folders.delete(folder);
    this.#size -= known.entries.length + 1;
  }
}
