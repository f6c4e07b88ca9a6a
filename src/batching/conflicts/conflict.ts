import type { ResourceKey } from "../../contract/index.js";
import { type CallProfile, comparedKeys, reasonOfAll } from "./call-profile.js";
import { resourceLocation, resourcePath } from "./resource-location.js";

/** The reason why two calls must not overlap. */
export interface Conflict {
  /** The key they share: the narrower one of the two. Absent when one of the calls conflicts with everything. */
  readonly key?: string;
  /** A clause for people: `both touch /a, the first writes`. */
  readonly reason: string;
}

/**
 * Returns whether two calls conflict, and why (the rules of the Amp specification, plus subtrees): a call
 * without keys conflicts with everything; otherwise one key of each must refer to the same resource, and one
 * of the two must write.
 *
 * Symmetric: swapping the arguments returns the same key and swaps "the first" and "the second" in the
 * reason. Of several conflicts, returns the one at the smallest resource. Costs O(keys · depth).
 *
 * @example
 * conflictBetween({ keys: [fileKey("/a", "write")] }, { keys: [directoryKey("/", "read", "subtree")] });
 * // { key: "file:/a", reason: "the first writes /a, the second reads all below /" }
 */
export function conflictBetween(first: CallProfile, second: CallProfile): Conflict | undefined {
  return conflictBetweenReaches(reachOf(first), reachOf(second));
}

/** A profile prepared for comparison with many others. */
export interface Reach {
  /** The reason why the call conflicts with everything, if it does. */
  readonly everything: string | undefined;
  readonly resources: ReadonlyMap<string, TouchedResource>;
  readonly hasSubtree: boolean;
}

/** Prepares a profile for comparison with many others. */
export function reachOf(profile: CallProfile): Reach {
  const keys = comparedKeys(profile);
  const resources = touchedResources(keys ?? []);
  let hasSubtree = false;
  for (const { subtree } of resources.values()) hasSubtree ||= subtree;
  return { everything: keys === undefined ? reasonOfAll(profile) : undefined, resources, hasSubtree };
}

/** Compares as {@link conflictBetween} does, for prepared profiles. */
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

/** Returns whether {@link conflictBetweenReaches} returns a conflict. */
export function reachesConflict(first: Reach, second: Reach): boolean {
  if (first.everything !== undefined || second.everything !== undefined) return true;
  return meets(first, second) || meets(second, first);
}

function meets(inner: Reach, outer: Reach): boolean {
  for (const resource of inner.resources.values()) {
    if (conflictingOuter(resource, outer) !== undefined) return true;
  }
  return false;
}

/** All accesses of one call to one resource. */
interface TouchedResource {
  /** The segments, each followed by the separator, so that the ids of ancestors are prefixes. */
  readonly id: string;
  /** The smallest of the keys that refer to this resource. */
  key: string;
  writes: boolean;
  subtree: boolean;
  writesSubtree: boolean;
}

/**
 * A resource that two calls share (`inner` and `outer` have the same id), or a resource of one inside a
 * subtree of the other.
 */
interface Meeting {
  readonly inner: TouchedResource;
  readonly outer: TouchedResource;
}

const SEPARATOR = "\0";

function touchedResources(keys: readonly ResourceKey[]): ReadonlyMap<string, TouchedResource> {
  const resources = new Map<string, TouchedResource>();
  for (const key of keys) {
    const { segments, writes, subtree } = resourceLocation(key);
    const id = segments.join(SEPARATOR) + SEPARATOR;
    const known = resources.get(id);
    if (known === undefined) {
      const writesSubtree = subtree && writes;
      resources.set(id, { id, key: key.key, writes, subtree, writesSubtree });
      continue;
    }
    if (key.key < known.key) known.key = key.key;
    known.writes ||= writes;
    known.subtree ||= subtree;
    known.writesSubtree ||= subtree && writes;
  }
  return resources;
}

function smallestMeeting(inner: Reach, outer: Reach): Meeting | undefined {
  let smallest: Meeting | undefined;
  for (const resource of inner.resources.values()) {
    if (smallest !== undefined && smallest.inner.id <= resource.id) continue;
    const found = conflictingOuter(resource, outer);
    if (found !== undefined) smallest = { inner: resource, outer: found };
  }
  return smallest;
}

function conflictingOuter(
  inner: TouchedResource,
  { resources: outers, hasSubtree }: Reach,
): TouchedResource | undefined {
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
