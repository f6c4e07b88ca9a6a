import { fstatSync } from "node:fs";
import type { DirectoryEntry } from "../../../contract/index.js";
import { sortInSteps } from "../../../values/index.js";
import { isStampedHere } from "./change-times.js";
import { RememberedEntries } from "./remembered-entries.js";

/** Entries from which a listing is remembered; a smaller folder is read in less than a millisecond. */
const MIN_ENTRIES = 1_024;

/** The large folders by path. A call lists a folder for its resource keys and again when it runs. */
const remembered = new RememberedEntries();

/**
 * Returns the entries of a large folder, if it has not changed since they were read.
 *
 * @param location - path of the open descriptor of the folder
 */
export function knownListing(path: string, location: string): readonly DirectoryEntry[] | undefined {
  return remembered.has(path) ? remembered.get(path, stateOf(location).state) : undefined;
}

/**
 * Remembers the entries of a large folder, sorted by name, unless it may have changed since the listing began. The caller sorts the
 * entries of each listing, which takes almost no time for sorted ones.
 *
 * @param beganNs - `certainlyBeforeNs()` before the listing
 */
export async function rememberListing(
  path: string,
  location: string,
  { entries, beganNs }: { readonly entries: readonly DirectoryEntry[]; readonly beganNs: bigint },
): Promise<void> {
  if (entries.length < MIN_ENTRIES || !isStampedHere(location)) return;
  const { state, changedNs } = stateOf(location);
  if (changedNs < beganNs) remembered.set(path, state, await sortInSteps(entries, byName));
}

function byName(one: DirectoryEntry, other: DirectoryEntry): number {
  return one.name < other.name ? -1 : 1;
}

function stateOf(location: string): { readonly state: string; readonly changedNs: bigint } {
  const descriptor = Number(location.slice(location.lastIndexOf("/") + 1));
  const { dev, ino, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return { state: `${dev}:${ino}:${ctimeNs}`, changedNs: ctimeNs };
}
