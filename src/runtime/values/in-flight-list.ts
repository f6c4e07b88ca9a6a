/** An entry's place in a {@link InFlightList}. */
export type LivePlace = number;

/**
 * What is under way, in no particular order: things come and go by the thousand, and few are there at a time.
 *
 * A `Set` makes a new table every few entries, and each keeps what was in it until the next large collection: with results
 * of calls in them that cost more than half of all collecting.
 */
export class InFlightList<Entry extends object> {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #free: LivePlace[] = [];

  /** Gives the place to take it out by. */
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

  /** A copy: what is done with the entries may take some out. */
  all(): readonly Entry[] {
    return this.#entries.filter((entry) => entry !== undefined);
  }
}
