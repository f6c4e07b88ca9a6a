import type { ResourceKey } from "../../contract/index.js";
import { type CallProfile, comparedKeys, reasonOfAll } from "./call-profile.js";
import { placeOf, resourcePath } from "./resource-place.js";

/** Why two calls must not overlap. */
export interface Conflict {
  /** The key they share: the narrower one of the two. Absent when one of the calls conflicts with everything. */
  readonly key?: string;
  /** A clause for people: `both touch /a, the first writes`. */
  readonly reason: string;
}

/**
 * Whether two calls conflict, and why (seed 001's rules, plus subtrees): a call without keys conflicts with everything;
 * otherwise two keys must touch one resource, and one of them must write.
 *
 * Symmetric: swapping the arguments gives the same key and swaps "the first" and "the second" in the reason. Of several
 * conflicts the one at the smallest place is told. Costs O(keys · depth).
 *
 * @example
 * conflictBetween({ keys: [fileKey("/a", "write")] }, { keys: [directoryKey("/", "read", "subtree")] });
 * // { key: "file:/a", reason: "the first writes /a, the second reads all below /" }
 */
export function conflictBetween(first: CallProfile, second: CallProfile): Conflict | undefined {
  return conflictBetweenReaches(reachOf(first), reachOf(second));
}

/** A profile made ready to be compared with many others. */
export interface Reach {
  /** Why the call conflicts with everything, if it does. */
  readonly everything: string | undefined;
  readonly places: ReadonlyMap<string, TouchedPlace>;
  readonly hasSubtree: boolean;
}

/** Makes a profile ready to be compared with many others. */
export function reachOf(profile: CallProfile): Reach {
  const keys = comparedKeys(profile);
  const places = touchedPlaces(keys ?? []);
  let hasSubtree = false;
  for (const { subtree } of places.values()) hasSubtree ||= subtree;
  return { everything: keys === undefined ? reasonOfAll(profile) : undefined, places, hasSubtree };
}

/** {@link conflictBetween}, for profiles made ready. */
export function conflictBetweenReaches(first: Reach, second: Reach): Conflict | undefined {
  const everything = first.everything ?? second.everything;
  if (everything !== undefined) return { reason: everything };
  const firstInside = smallestMeeting(first, second);
  const secondInside = smallestMeeting(second, first);
  if (
    secondInside !== undefined &&
    (firstInside === undefined || secondInside.inner.id < firstInside.inner.id)
  ) {
    return conflictAt(secondInside, "the second", "the first");
  }
  return firstInside && conflictAt(firstInside, "the first", "the second");
}

/** All that one call does at one place. */
interface TouchedPlace {
  /** The segments, each ended by the separator: the ids of ancestors are prefixes. */
  readonly id: string;
  /** The smallest of the keys that point here. */
  key: string;
  writes: boolean;
  subtree: boolean;
  writesSubtree: boolean;
}

/** Two calls at one place (`inner` and `outer` have the same id), or one of them inside a subtree of the other. */
interface Meeting {
  readonly inner: TouchedPlace;
  readonly outer: TouchedPlace;
}

const SEPARATOR = "\0";

function touchedPlaces(keys: readonly ResourceKey[]): ReadonlyMap<string, TouchedPlace> {
  const places = new Map<string, TouchedPlace>();
  for (const resource of keys) {
    const { segments, writes, subtree } = placeOf(resource);
    const id = segments.join(SEPARATOR) + SEPARATOR;
    const known = places.get(id);
    if (known === undefined) {
      const writesSubtree = subtree && writes;
      places.set(id, { id, key: resource.key, writes, subtree, writesSubtree });
      continue;
    }
    if (resource.key < known.key) known.key = resource.key;
    known.writes ||= writes;
    known.subtree ||= subtree;
    known.writesSubtree ||= subtree && writes;
  }
  return places;
}

function smallestMeeting(inner: Reach, outer: Reach): Meeting | undefined {
  let smallest: Meeting | undefined;
  for (const place of inner.places.values()) {
    if (smallest !== undefined && smallest.inner.id <= place.id) continue;
    const found = conflictingOuter(place, outer);
    if (found !== undefined) smallest = { inner: place, outer: found };
  }
  return smallest;
}

function conflictingOuter(
  inner: TouchedPlace,
  { places: outers, hasSubtree }: Reach,
): TouchedPlace | undefined {
  const same = outers.get(inner.id);
  if (same !== undefined && (same.writes || inner.writes)) return same;
  if (!hasSubtree) return undefined;
  let end = inner.id.length - 1;
  while (end > 0) {
    end = inner.id.lastIndexOf(SEPARATOR, end - 1);
    const above = outers.get(inner.id.slice(0, end + 1));
    if (above?.subtree && (above.writesSubtree || inner.writes)) return above;
  }
  return undefined;
}

function conflictAt({ inner, outer }: Meeting, innerCall: string, outerCall: string): Conflict {
  if (inner.id !== outer.id) {
    const reach = inner.subtree ? "all below " : "";
    const innerDoes = `${innerCall} ${inner.writes ? "writes" : "reads"} ${reach}${shown(inner.key)}`;
    const outerDoes = `${outerCall} ${outer.writesSubtree ? "writes" : "reads"} all below ${shown(outer.key)}`;
    const inOrder = innerCall === "the first" ? [innerDoes, outerDoes] : [outerDoes, innerDoes];
    return { key: inner.key, reason: inOrder.join(", ") };
  }
  const [key = inner.key] = [inner.key, outer.key].sort();
  if (inner.writes && outer.writes) return { key, reason: `both write ${shown(key)}` };
  return { key, reason: `both touch ${shown(key)}, ${inner.writes ? innerCall : outerCall} writes` };
}

function shown(key: string): string {
  return resourcePath(key) ?? key;
}
