import { type CallProfile, comparedKeys } from "./call-profile.js";
import { type ResourceLocation, resourceLocation } from "./resource-location.js";

const READS = 1;
const WRITES = 2;
const READS_SUBTREE = 4;
const WRITES_SUBTREE = 8;

/**
 * The accesses of calls without conflicts, combined: shows whether a further call conflicts with one of them, not with which.
 *
 * A call costs O(keys · depth), however many calls it conflicts with, and little memory.
 */
export class CombinedAccesses {
  readonly #root = new CombinedNode();

  /** Adds the accesses of a call and returns true, unless the call conflicts with one that was added. */
  add(profile: CallProfile): boolean {
    const locations = locationsOf(profile);
    if (locations.some((location) => this.#hasConflict(location))) return false;
    for (const location of locations) this.#enter(location);
    return true;
  }

  #hasConflict({ segments, writes, subtree }: ResourceLocation): boolean {
    const hindering = writes ? READS_SUBTREE | WRITES_SUBTREE : WRITES_SUBTREE;
    let node = this.#root;
    for (const segment of segments) {
      if ((node.accesses & hindering) !== 0) return true;
      const child = node.children?.get(segment);
      if (child === undefined) return false;
      node = child;
    }
    const accesses = subtree ? node.accesses | node.below : node.accesses;
    return writes ? accesses !== 0 : (accesses & (WRITES | WRITES_SUBTREE)) !== 0;
  }

  #enter({ segments, writes, subtree }: ResourceLocation): void {
    let node = this.#root;
    for (const segment of segments) {
      node.below |= writes ? WRITES : READS;
      node = node.child(segment);
    }
    if (subtree) node.accesses |= writes ? WRITES_SUBTREE : READS_SUBTREE;
    else node.accesses |= writes ? WRITES : READS;
  }
}

/** One resource; the fields are combinations of the constants above. */
class CombinedNode {
  accesses = 0;
  /** Accesses to resources below, as `READS` and `WRITES`. */
  below = 0;
  children: Map<string, CombinedNode> | undefined;

  child(segment: string): CombinedNode {
    this.children ??= new Map();
    let child = this.children.get(segment);
    if (child === undefined) {
      child = new CombinedNode();
      this.children.set(segment, child);
    }
    return child;
  }
}

/**
 * A call that conflicts with everything writes the subtree of the root. A call without keys reads the root itself: it conflicts only
 * with calls of the first kind.
 */
function locationsOf(profile: CallProfile): readonly ResourceLocation[] {
  const keys = comparedKeys(profile);
  if (keys === undefined) return [{ segments: [], writes: true, subtree: true }];
  if (keys.length === 0) return [{ segments: [], writes: false, subtree: false }];
  return keys.map(resourceLocation);
}
