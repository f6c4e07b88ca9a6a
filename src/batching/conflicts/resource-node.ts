import type { WaitNode } from "./wait-graph.js";

/** How one key touches a place. */
export type AccessKind = "read" | "write" | "read-subtree" | "write-subtree";

/** One key of one call that has not left, in the list of its place. */
export interface Access {
  readonly node: WaitNode;
  readonly kind: AccessKind;
  /** Absent once a later write covers it: whoever conflicts with this access conflicts with that write, which waits for it. */
  place: AccessPlace | undefined;
  /** Not yet part of the place's summary. */
  fresh: boolean;
  previous: Access | undefined;
  next: Access | undefined;
  /** The next access of the same node. */
  sibling: Access | undefined;
}

/**
 * One resource in the tree of all resources, with the accesses that later calls have to respect.
 *
 * Writes of one scope cover each other, so there is one of each at most. Two kinds cannot be covered, because not
 * everybody who conflicts with one conflicts with its successor: reads of a subtree (against writes somewhere below) and
 * writes (against reads of some subtree above). Those are summed up by a junction, so that a hundred greps and a hundred
 * edits need two hundred edges, not ten thousand.
 */
export class AccessPlace {
  readonly parent: AccessPlace | undefined;
  readonly segment: string;
  children: Map<string, AccessPlace> | undefined;

  write: Access | undefined;
  reads: Access | undefined;
  subtreeWrite: Access | undefined;
  /** Newest first; the fresh ones stand in front. */
  subtreeReads: Access | undefined;

  /** Leaves when all subtree reads here that are not fresh have left. */
  subtreeReadSummary: WaitNode | undefined;
  /** Leaves when all writes here and below that were known at the last summary have left. */
  writeSummary: WaitNode | undefined;
  /** Whether there are writes here or below that `writeSummary` does not know. Then the place is listed, too. */
  outdated = false;
  /** Whether the place is in the parent's list of places whose summary the parent's does not know. Then the parent is outdated. */
  listed = false;
  /** No longer in the tree; another place may have its name. */
  removed = false;
  firstListed: AccessPlace | undefined;
  previousListed: AccessPlace | undefined;
  nextListed: AccessPlace | undefined;

  constructor(parent: AccessPlace | undefined, segment: string) {
    this.parent = parent;
    this.segment = segment;
  }

  /** The place of that name right below; made when it is not there. */
  child(segment: string): AccessPlace {
    this.children ??= new Map();
    let child = this.children.get(segment);
    if (child === undefined) {
      child = new AccessPlace(this, segment);
      this.children.set(segment, child);
    }
    return child;
  }

  /** Tells this place and all above that there is a write their summaries do not know. */
  outdate(): void {
    let place: AccessPlace = this;
    for (;;) {
      place.outdated = true;
      const { parent } = place;
      if (parent === undefined || place.listed) return;
      place.listed = true;
      place.nextListed = parent.firstListed;
      if (parent.firstListed !== undefined) parent.firstListed.previousListed = place;
      parent.firstListed = place;
      place = parent;
    }
  }

  /** Takes the place out of its parent's list. */
  unlist(): void {
    if (!this.listed || this.parent === undefined) return;
    this.listed = false;
    if (this.previousListed === undefined) this.parent.firstListed = this.nextListed;
    else this.previousListed.nextListed = this.nextListed;
    if (this.nextListed !== undefined) this.nextListed.previousListed = this.previousListed;
    this.previousListed = undefined;
    this.nextListed = undefined;
  }

  /** Puts an access into its list. */
  attach(access: Access): void {
    access.place = this;
    switch (access.kind) {
      case "write":
        this.write = access;
        return;
      case "write-subtree":
        this.subtreeWrite = access;
        return;
      case "read":
        access.next = this.reads;
        this.reads = access;
        break;
      case "read-subtree":
        access.next = this.subtreeReads;
        this.subtreeReads = access;
    }
    if (access.next !== undefined) access.next.previous = access;
  }

  /** Takes an access out of its list. */
  detach(access: Access): void {
    access.place = undefined;
    const { kind, previous, next } = access;
    if (next !== undefined) next.previous = previous;
    if (previous !== undefined) previous.next = next;
    else if (kind === "write") this.write = undefined;
    else if (kind === "write-subtree") this.subtreeWrite = undefined;
    else if (kind === "read") this.reads = next;
    else {
      this.subtreeReads = next;
      if (next === undefined) this.subtreeReadSummary = undefined;
    }
    // One that has left must not lead to those after it: where it outlives a small collection, so would they, one by one.
    access.previous = undefined;
    access.next = undefined;
  }

  /** Gives the memory of this place and of those above back, as far as nobody touches them. */
  prune(): void {
    let place: AccessPlace = this;
    while (place.parent !== undefined && place.children === undefined && place.#untouched) {
      const { parent } = place;
      place.unlist();
      // A subtree write may have cut this place off: its name may belong to a new place by now.
      if (place.removed || parent.children === undefined) return;
      place.removed = true;
      parent.children.delete(place.segment);
      if (parent.children.size > 0) return;
      parent.children = undefined;
      place = parent;
    }
  }

  get #untouched(): boolean {
    return (
      this.write === undefined &&
      this.reads === undefined &&
      this.subtreeWrite === undefined &&
      this.subtreeReads === undefined
    );
  }
}
