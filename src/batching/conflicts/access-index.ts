import type { ResourceKey } from "../../contract/index.js";
import type { Access, AccessKind, AccessPlace } from "./access-place.js";
import { type CallProfile, comparedKeys } from "./call-profile.js";
import type { IndexedNode } from "./indexed-node.js";
import { PlaceTree, type Target } from "./place-tree.js";
import type { WaitGraph, WaitNode, WaitNodeHome } from "./wait-graph.js";

/**
 * Finds the earlier calls that a call has to wait for, by going up the tree of resources from its keys.
 *
 * Each call costs O(keys · depth), amortised, in time and in edges: what a later write covers is dropped, because the write
 * waits for it, and what cannot be covered is summed up by junctions. Nothing is kept of a call that has left.
 */
export class AccessIndex implements WaitNodeHome {
  /** Calls that have not left, in order of arrival. */
  first: IndexedNode | undefined;
  last: IndexedNode | undefined;
  size = 0;
  readonly #graph: WaitGraph;
  readonly #places = new PlaceTree();

  constructor(graph: WaitGraph) {
    this.#graph = graph;
  }

  /** Adds to `found` what a call with this profile would have to wait for. Changes nothing that others can see. */
  find(profile: CallProfile, found: WaitNode[]): void {
    const keys = comparedKeys(profile);
    if (keys === undefined || keys.length === 0) this.#findAt(this.#whole(keys === undefined), found);
    else {
      for (const key of keys) {
        const { place, isTarget, ...touch } = this.#places.nearest(key);
        if (isTarget) this.#findAt({ place, ...touch }, found);
        else this.#findAbove(place, touch.writes, found);
      }
    }
  }

  /** Adds to `found` what the node has to wait for, and puts it behind all calls so far. Makes no edges. */
  add(node: IndexedNode, found: WaitNode[]): void {
    const keys = comparedKeys(node.profile);
    if (keys === undefined || keys.length === 0) this.#addAt(this.#whole(keys === undefined), node, found);
    else if (keys.length === 1) this.#addAt(this.#places.target(keys[0] as ResourceKey), node, found);
    else {
      // First all the looking, then all the entering: a call must not meet itself.
      const targets = keys.map((key) => this.#places.target(key));
      for (const target of targets) this.#findAt(target, found);
      for (const target of targets) enter(node, target);
    }
    node.home = this;
    node.previousIndexed = this.last;
    if (this.last === undefined) this.first = node;
    else this.last.nextIndexed = node;
    this.last = node;
    this.size++;
  }

  /** Drops all that is kept about a node of this index. */
  forget(gone: WaitNode): void {
    const node = gone as IndexedNode;
    for (let access = node.accesses; access !== undefined; access = access.sibling) {
      const { place } = access;
      if (place === undefined) continue;
      place.detach(access);
      place.prune();
    }
    node.accesses = undefined;
    const { previousIndexed: previous, nextIndexed: next } = node;
    if (previous === undefined) this.first = next;
    else previous.nextIndexed = next;
    if (next === undefined) this.last = previous;
    else next.previousIndexed = previous;
    node.previousIndexed = undefined;
    node.nextIndexed = undefined;
    this.size--;
  }

  /**
   * A call that conflicts with everything writes the subtree of the root. One without keys reads the root itself: it
   * conflicts with nothing but those.
   */
  #whole(everything: boolean): Target {
    return { place: this.#places.root, writes: everything, subtree: everything };
  }

  #addAt(target: Target, node: IndexedNode, found: WaitNode[]): void {
    this.#findAt(target, found);
    enter(node, target);
  }

  #findAt({ place, writes, subtree }: Target, found: WaitNode[]): void {
    if (subtree && writes) {
      findAllBelow(place, found);
      if (place.parent !== undefined) this.#findAbove(place.parent, writes, found);
      return;
    }
    if (subtree) this.#findWritesBelow(place, found);
    else {
      if (place.write !== undefined) found.push(place.write.node);
      if (writes) pushAll(place.reads, found);
    }
    this.#findAbove(place, writes, found);
  }

  /** What touches the subtree of a place or of one above it. */
  #findAbove(from: AccessPlace, writes: boolean, found: WaitNode[]): void {
    let covered = false;
    for (let place: AccessPlace | undefined = from; place !== undefined; place = place.parent) {
      if (!covered && place.subtreeWrite !== undefined) {
        // Those above came before it (a later one would have covered it), so it waits for them.
        found.push(place.subtreeWrite.node);
        covered = true;
      }
      if (writes && place.subtreeReads !== undefined) this.#findSubtreeReads(place, found);
    }
  }

  #findSubtreeReads(place: AccessPlace, found: WaitNode[]): void {
    if (place.subtreeReads?.fresh) {
      const parts: WaitNode[] = isPending(place.subtreeReadSummary) ? [place.subtreeReadSummary] : [];
      for (let read: Access | undefined = place.subtreeReads; read?.fresh; read = read.next) {
        read.fresh = false;
        parts.push(read.node);
      }
      place.subtreeReadSummary = this.#graph.join(parts);
    }
    if (isPending(place.subtreeReadSummary)) found.push(place.subtreeReadSummary);
  }

  #findWritesBelow(place: AccessPlace, found: WaitNode[]): void {
    const summary = this.#summariseWrites(place);
    if (isPending(summary)) found.push(summary);
  }

  /** Recursion is as deep as a path may be, see `MAX_PATH_SEGMENTS`. */
  #summariseWrites(place: AccessPlace): WaitNode | undefined {
    if (!place.outdated) return place.writeSummary;
    place.outdated = false;
    const parts: WaitNode[] = isPending(place.writeSummary) ? [place.writeSummary] : [];
    for (const access of [place.write, place.subtreeWrite]) {
      if (!access?.fresh) continue;
      access.fresh = false;
      parts.push(access.node);
    }
    for (let child = place.firstListed; child !== undefined; child = place.firstListed) {
      child.unlist();
      const summary = this.#summariseWrites(child);
      if (isPending(summary)) parts.push(summary);
    }
    place.writeSummary = this.#graph.join(parts);
    return place.writeSummary;
  }
}

/** Puts an access into the tree, in the place of those that it covers. */
function enter(node: IndexedNode, { place, writes, subtree }: Target): void {
  if (subtree && writes) cover(place);
  else if (writes) {
    if (place.write !== undefined) place.detach(place.write);
    detachAll(place, place.reads);
  }
  const access: Access = {
    node,
    kind: kindOf(writes, subtree),
    place: undefined,
    fresh: true,
    previous: undefined,
    next: undefined,
    sibling: node.accesses,
  };
  node.accesses = access;
  place.attach(access);
  if (writes) place.outdate();
}

function kindOf(writes: boolean, subtree: boolean): AccessKind {
  if (subtree) return writes ? "write-subtree" : "read-subtree";
  return writes ? "write" : "read";
}

function isPending(node: WaitNode | undefined): node is WaitNode {
  return node !== undefined && !node.left;
}

function pushAll(list: Access | undefined, found: WaitNode[]): void {
  for (let access = list; access !== undefined; access = access.next) found.push(access.node);
}

function findAllBelow(top: AccessPlace, found: WaitNode[]): void {
  const open = [top];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    pushAll(place.write, found);
    pushAll(place.reads, found);
    pushAll(place.subtreeWrite, found);
    pushAll(place.subtreeReads, found);
    for (const child of place.children?.values() ?? []) open.push(child);
  }
}

/** Drops all accesses here and below: a write of the whole subtree takes their place. */
function cover(top: AccessPlace): void {
  const open = [top];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (place.write !== undefined) place.detach(place.write);
    if (place.subtreeWrite !== undefined) place.detach(place.subtreeWrite);
    detachAll(place, place.reads);
    detachAll(place, place.subtreeReads);
    place.writeSummary = undefined;
    for (const child of place.children?.values() ?? []) {
      child.unlist();
      child.removed = true;
      open.push(child);
    }
    place.children = undefined;
  }
}

function detachAll(place: AccessPlace, list: Access | undefined): void {
  for (let access = list; access !== undefined; access = list) {
    list = access.next;
    place.detach(access);
  }
}
