import type { BigIntStats } from "node:fs";
import type { DirectoryEntry } from "../../../../contract/index.js";

/** Entries that are remembered, each folder counted as one more: some megabytes. */
const MAX_ENTRIES = 50_000;

type FolderStat = Pick<BigIntStats, "dev" | "ino" | "ctimeNs">;

/** A memory of the entries of folders, each until the folder changes. Forgets the oldest when there are too many. */
export class RememberedEntries {
  readonly #folders = new Map<
    string,
    { readonly changedNs: bigint; readonly entries: readonly DirectoryEntry[] }
  >();
  #size = 0;

  constructor(private readonly maxEntries = MAX_ENTRIES) {}

  /** Returns the entries of a folder; `undefined` if they are unknown, or if the folder has changed since. */
  get(folder: FolderStat): readonly DirectoryEntry[] | undefined {
    const known = this.#folders.get(identityOf(folder));
    return known?.changedNs === folder.ctimeNs ? known.entries : undefined;
  }

  /** @param folder - its status before its entries were read */
  set(folder: FolderStat, entries: readonly DirectoryEntry[]): void {
    const identity = identityOf(folder);
    this.#forget(identity);
    this.#folders.set(identity, { changedNs: folder.ctimeNs, entries });
    this.#size += entries.length + 1;
    for (const oldest of this.#folders.keys()) {
      if (this.#size <= this.maxEntries) break;
      this.#forget(oldest);
    }
  }

  #forget(identity: string): void {
    const known = this.#folders.get(identity);
    if (known === undefined) return;
    this.#folders.delete(identity);
    this.#size -= known.entries.length + 1;
  }
}

function identityOf({ dev, ino }: FolderStat): string {
  return `${dev}:${ino}`;
}
