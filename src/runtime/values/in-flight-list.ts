/** The position of an entry in an {@link InFlightList}. */
export type LivePlace = number;

/**
 * An unordered list of active entries, for many additions and removals with few entries at a time.
 *
 * A `Set` creates a new table every few entries, and each table keeps its entries until the next large garbage
 * collection. With results of calls in them, that cost more than half of all garbage collection.
 */
export class InFlightList<Entry extends object> {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #free: LivePlace[] = [];

  /** Adds an entry; returns its position for `remove`. */
  add(entry: Entry): LivePlace {
    const place = this.#free.pop() ?? this.#entries.length;
    this.#entries[place] = entry;
    return place;
  }

  remove(place: LivePlace): void {
    if (this.#entries[place] === undefined) return;
    this.#entries[place] = undefined;
    this.#free.push(place);
  }

  /** Returns a copy, because the caller may remove entries while it iterates. */
  all(): readonly Entry[] {
    return this.#entries.filter((entry) => entry !== undefined);
  }
}
