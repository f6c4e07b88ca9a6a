/** The position of an entry in an {@link InFlightList}. */
export type InFlightIndex = number;

/**
 * An unordered list of active entries, for many additions and removals with few entries at a time.
 *
 * A `Set` creates a new table every few entries, and each table keeps its entries until the next large garbage
 * collection. With results of calls in them, that cost more than half of all garbage collection.
 */
export class InFlightList<Entry extends object> {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #free: InFlightIndex[] = [];

  /** Adds an entry; returns its position for `remove`. */
  add(entry: Entry): InFlightIndex {
    const index = this.#free.pop() ?? this.#entries.length;
    this.#entries[index] = entry;
    return index;
  }

  remove(index: InFlightIndex): void {
    if (this.#entries[index] === undefined) return;
    this.#entries[index] = undefined;
    this.#free.push(index);
  }

  /** Returns a copy, because the caller may remove entries while it iterates. */
  all(): readonly Entry[] {
    return this.#entries.filter((entry) => entry !== undefined);
  }
}
