import type { PathFacts } from "./path-access.js";

/** Paths whose identity is known; the oldest are forgotten first. */
const MAX_PATHS = 100_000;

/**
 * The identities of the entries of a session that has none, or changes them when a file is written. An identity follows its entry
 * through the changes of this backend, and ends when another object takes the path, as far as the session can tell.
 */
export class EntryIdentities {
  readonly #known = new Map<
    string,
    { readonly id: string; readonly type: string; readonly version: string | undefined }
  >();
  #next = 1;

  /** Returns the identity of the entry that a path has now. */
  of(path: string, { type, version }: PathFacts): string {
    const known = this.#known.get(path);
    if (known !== undefined && known.type === type && known.version === version) return known.id;
    const id = String(this.#next);
    this.#next += 1;
    this.#set(path, { id, type, version });
    return id;
  }

  /** Takes note that this backend changed an entry, which stays the same object. */
  changed(path: string, { type, version }: PathFacts): void {
    const known = this.#known.get(path);
    if (known !== undefined) this.#set(path, { id: known.id, type, version });
  }

  /** Takes note that this backend renamed an entry, with everything below it. */
  moved(from: string, to: string): void {
    this.removed(to);
    for (const [path, known] of [...this.#known]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#known.delete(path);
      this.#set(to + path.slice(from.length), known);
    }
  }

  /** Takes note that this backend removed an entry. */
  removed(path: string): void {
    this.#known.delete(path);
  }

  #set(path: string, known: { id: string; type: string; version: string | undefined }): void {
    this.#known.delete(path);
    this.#known.set(path, known);
    if (this.#known.size <= MAX_PATHS) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
