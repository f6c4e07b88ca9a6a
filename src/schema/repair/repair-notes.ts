import { counted, ellipsized } from "../../text/index.js";

/**
 * Maximum number of described repairs; the others are counted, since an array of a million strings may need a
 * million repairs.
 */
const MAX_NOTES = 20;

/** Maximum length of a name in a note, in UTF-16 code units. */
const MAX_NAME_LENGTH = 64;

/** Descriptions of repairs, bounded in number and length. */
export interface RepairNotes {
  /** `path` is a dotted path; a long one is truncated. */
  add(path: string, what: string): void;
  list(): readonly string[];
}

/** Creates an empty collection. */
export function createRepairNotes(): RepairNotes {
  const notes: string[] = [];
  let uncounted = 0;
  return {
    add(path, what) {
      if (notes.length < MAX_NOTES) notes.push(`${ellipsized(path, MAX_NAME_LENGTH)}: ${what}`);
      else uncounted += 1;
    },
    list: () => (uncounted === 0 ? notes : [...notes, `${counted(uncounted, "more repair")} of this kind`]),
  };
}
