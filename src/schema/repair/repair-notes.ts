import { counted, ellipsized } from "../../text/index.js";

/**
 * Maximum number of described repairs; the others are counted, since an array of a million strings may need a
 * million repairs.
 */
const MAX_NOTES = 20;

/** Maximum length of a name in a note, in UTF-16 code units. */
const MAX_NAME_LENGTH = 64;

/** Descriptions of repairs, bounded in number and length. */
export class RepairNotes {
  readonly #notes: string[] = [];
  #uncounted = 0;

  /** Adds a note; `path` is a dotted path, and a long one is truncated. */
  add(path: string, what: string): void {
    if (this.#notes.length < MAX_NOTES) this.#notes.push(`${ellipsized(path, MAX_NAME_LENGTH)}: ${what}`);
    else this.#uncounted += 1;
  }

  list(): readonly string[] {
    const more = this.#uncounted;
    return more === 0 ? this.#notes : [...this.#notes, `${counted(more, "more repair")} of this kind`];
  }
}
