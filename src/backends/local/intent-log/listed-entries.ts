import { statSync } from "node:fs";
import type { IntentLogEntry } from "../../../contract/index.js";

/**
 * Age from which the time of a folder reliably identifies its content: two changes within one tick of the
 * file system's clock leave the same time. FAT has the longest tick, two seconds.
 */
const SETTLED_AFTER_MS = 2_500;

/** The entries of a folder, read again only after the folder changed: each lookup costs one system call. */
export class ListedNotes {
  #last:
    | { readonly folder: string; readonly changedAt: bigint; readonly notes: readonly IntentLogEntry[] }
    | undefined;

  /** @param read - reads all entries of a folder */
  constructor(private readonly read: (folder: string) => readonly IntentLogEntry[]) {}

  /** Returns the entries of a folder; throws if the folder does not exist. */
  of(folder: string): readonly IntentLogEntry[] {
    const { mtimeNs: changedAt } = statSync(folder, { bigint: true });
    if (this.#last?.folder === folder && this.#last.changedAt === changedAt) return this.#last.notes;
    const isSettled = Date.now() - Number(changedAt / 1_000_000n) > SETTLED_AFTER_MS;
    const notes = this.read(folder);
    this.#last = isSettled ? { folder, changedAt, notes } : undefined;
    return notes;
  }
}
