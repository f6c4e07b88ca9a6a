/** A region of a text, in offsets. */
interface Region {
  readonly start: number;
  readonly end: number;
}

/**
 * Regions of hunks that do not overlap, in the order of the text, so that a look for an overlap takes a binary search. An empty region,
 * where lines are inserted, is kept once: there are at most twice as many regions as characters, however many hunks there are.
 */
export class PlacedHunks {
  readonly #regions: Region[] = [];

  /** Whether a region overlaps one of these. Regions that only touch do not overlap. */
  overlaps({ start, end }: Region): boolean {
    // Of the regions that begin before the end, the last one also ends last.
    const last = this.#regions[this.#firstAt((region) => region.start >= end) - 1];
    return last !== undefined && start < last.end;
  }

  /** Adds a region that overlaps none of these. */
  add({ start, end }: Region): void {
    const at = this.#firstAt(
      (region) => region.start > start || (region.start === start && region.end >= end),
    );
    const next = this.#regions[at];
    if (next?.start === start && next.end === end) return;
    this.#regions.splice(at, 0, { start, end });
  }

  /** Index of the first region that is far enough, by a test that holds for all after it. */
  #firstAt(isFarEnough: (region: Region) => boolean): number {
    let low = 0;
    let high = this.#regions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isFarEnough(this.#regions[middle] as Region)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
