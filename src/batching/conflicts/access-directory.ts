import type { ResourceKey } from "../../contract/index.js";
import { type CallProfile, comparedKeys } from "./call-profile.js";
import { type ResourceLocation, resourceLocation } from "./resource-location.js";

/** A call that conflicts with everything writes all below the root; one without keys reads the root itself. */
const EVERYTHING: ResourceLocation = { segments: [], writes: true, subtree: true };
const NOTHING: ResourceLocation = { segments: [], writes: false, subtree: false };

/** A number of accesses for each owner that has some. */
type Counts<Owner> = Map<Owner, number>;

/** One resource, with the owners of accesses at it. */
class Entry<Owner> {
  children: Map<string, Entry<Owner>> | undefined;
  readonly here: Counts<Owner> = new Map();
  readonly subtree: Counts<Owner> = new Map();
  /** Accesses of the resource and below. */
  readonly below: Counts<Owner> = new Map();
}

/**
 * Finds the owners of calls that may conflict with another call, in a time that does not depend on the other owners.
 *
 * With thousands of agents, most calls conflict with those of few.
 */
export class AccessDirectory<Owner> {
  readonly #all = new Entry<Owner>();
  readonly #writes = new Entry<Owner>();

  add(profile: CallProfile, owner: Owner): void {
    for (const location of locationsOf(profile)) {
      addTo(this.#all, location, owner);
      if (location.writes) addTo(this.#writes, location, owner);
    }
  }

  /** Removes what was added with an equal profile. */
  delete(profile: CallProfile, owner: Owner): void {
    for (const location of locationsOf(profile)) {
      deleteFrom(this.#all, location, owner);
      if (location.writes) deleteFrom(this.#writes, location, owner);
    }
  }

  /** Returns the owners of the calls that conflict with a profile. */
  find(profile: CallProfile): ReadonlySet<Owner> {
    const found = new Set<Owner>();
    // Reads do not conflict with each other.
    for (const location of locationsOf(profile))
      findIn(location.writes ? this.#all : this.#writes, location, found);
    return found;
  }
}

function locationsOf(profile: CallProfile): readonly ResourceLocation[] {
  const keys = comparedKeys(profile);
  if (keys === undefined) return [EVERYTHING];
  return keys.length === 0 ? [NOTHING] : keys.map((key: ResourceKey) => resourceLocation(key));
}

function addTo<Owner>(root: Entry<Owner>, { segments, subtree }: ResourceLocation, owner: Owner): void {
  let entry = root;
  change(entry.below, owner, 1);
  for (const segment of segments) {
    entry.children ??= new Map();
    let child = entry.children.get(segment);
    if (child === undefined) {
      child = new Entry();
      entry.children.set(segment, child);
    }
    entry = child;
    change(entry.below, owner, 1);
  }
  change(entry.here, owner, 1);
  if (subtree) change(entry.subtree, owner, 1);
}

function deleteFrom<Owner>(root: Entry<Owner>, { segments, subtree }: ResourceLocation, owner: Owner): void {
  let entry = root;
  change(entry.below, owner, -1);
  for (const segment of segments) {
    const child = entry.children?.get(segment);
    if (child === undefined) return;
    change(child.below, owner, -1);
    if (child.below.size === 0) {
      // All below leaves with it.
      entry.children?.delete(segment);
      return;
    }
    entry = child;
  }
  change(entry.here, owner, -1);
  if (subtree) change(entry.subtree, owner, -1);
}

function findIn<Owner>(root: Entry<Owner>, { segments, subtree }: ResourceLocation, found: Set<Owner>): void {
  let entry = root;
  for (const segment of segments) {
    for (const owner of entry.subtree.keys()) found.add(owner);
    const child = entry.children?.get(segment);
    if (child === undefined) return;
    entry = child;
  }
  for (const owner of entry.subtree.keys()) found.add(owner);
  for (const owner of (subtree ? entry.below : entry.here).keys()) found.add(owner);
}

function change<Owner>(counts: Counts<Owner>, owner: Owner, by: 1 | -1): void {
  const count = (counts.get(owner) ?? 0) + by;
  if (count > 0) counts.set(owner, count);
  else counts.delete(owner);
}
