import { ellipsized } from "../../text/index.js";

/** Repairs told one by one; the rest is counted, since an array of a million strings may hold a million repairs. */
const MAX_NOTES = 20;

/** Longest name shown in a note, in UTF-16 code units. */
const MAX_NAME_LENGTH = 64;

/** Collects what was repaired, in words, bounded in number and length. */
export interface RepairNotes {
  /** `place` is a dotted path; cut when it is long. */
  add(place: string, what: string): void;
  list(): readonly string[];
}

/** Starts an empty collection. */
export function createRepairNotes(): RepairNotes {
  const notes: string[] = [];
  let uncounted = 0;
  return {
    add(place, what) {
      if (notes.length < MAX_NOTES) notes.push(`${ellipsized(place, MAX_NAME_LENGTH)}: ${what}`);
      else uncounted += 1;
    },
    list: () => (uncounted === 0 ? notes : [...notes, `${uncounted} more repairs of this kind`]),
  };
}
