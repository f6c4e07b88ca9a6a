import { type Access, type AccessKind, AccessPlace } from "./access-place.js";
import { type CallProfile, comparedKeys } from "./call-profile.js";
import { placeOf, type ResourcePlace } from "./resource-place.js";
import type { WaitGraph, WaitNode, WaitNodeHome } from "./wait-graph.js";

/** A node as the index holds it: with what the call touches, and the calls before and after it. */
export interface IndexedNode extends WaitNode {
  profile: CallProfile;
  accesses: Access | undefined;
  previousIndexed: IndexedNode | undefined;
  nextIndexed: IndexedNode | undefined;
}

// A call that conflicts with everything writes the subtree of the root; a call without keys reads the root itself, so
// that it still conflicts with those.
const EVERYTHING: ResourcePlace = { segments: [], writes: true, subtree: true };
const NOTHING: ResourcePlace = { segments: [], writes: false, subtree: false };

/**
 * Finds the earlier calls that a call has to wait for, by walking the tree of resources along its keys.
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
  readonly #root = new AccessPlace(undefined, "");

  constructor(graph: WaitGraph) {
    this.#graph = graph;
  }

  /** Adds to `found` what a call with this profile would have to wait for. Changes nothing that others can see. */
  find(profile: CallProfile, found: WaitNode[]): void {
    for (const place of placesOf(profile)) this.#walk(place, found, false);
  }

  /** Adds to `found` what the node has to wait for, and puts it behind all calls so far. Makes no edges. */
  add(node: IndexedNode, found: WaitNode[]): void {
    const places = placesOf(node.profile);
    if (places.length === 1) this.#addAt(places[0] as ResourcePlace, node, found);
    else {
      // First all the looking, then all the entering: a call must not meet itself.
      const entered = places.map((place) => this.#walk(place, found, true) as AccessPlace);
      for (let position = 0; position < places.length; position++) {
        this.#enter(node, entered[position] as AccessPlace, kindOf(places[position] as ResourcePlace));
      }
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

  #addAt(place: ResourcePlace, node: IndexedNode, found: WaitNode[]): void {
    this.#enter(node, this.#walk(place, found, true) as AccessPlace, kindOf(place));
  }

  #walk(target: ResourcePlace, found: WaitNode[], create: boolean): AccessPlace | undefined {
    const { segments, writes, subtree } = target;
    let place = this.#root;
    let subtreeWrite: Access | undefined;
    for (let depth = 0; ; depth++) {
      // The deepest one came last (a write above would have covered it) and waits for those above.
      subtreeWrite = place.subtreeWrite ?? subtreeWrite;
      const atTarget = depth === segments.length;
      if (writes && place.subtreeReads !== undefined && !(atTarget && subtree))
        this.#findSubtreeReads(place, found);
      if (atTarget) break;
      const segment = segments[depth] as string;
      const child = create ? place.child(segment) : place.children?.get(segment);
      if (child === undefined) {
        if (subtreeWrite !== undefined) found.push(subtreeWrite.node);
        return undefined;
      }
      place = child;
    }
    if (subtreeWrite !== undefined) found.push(subtreeWrite.node);
    if (subtree && writes) findAllBelow(place, found);
    else if (subtree) this.#findWritesBelow(place, found);
    else {
      if (place.write !== undefined) found.push(place.write.node);
      if (writes) pushAll(place.reads, found);
    }
    return place;
  }

  #enter(node: IndexedNode, place: AccessPlace, kind: AccessKind): void {
    if (kind === "write-subtree") cover(place);
    else if (kind === "write") {
      if (place.write !== undefined) place.detach(place.write);
      detachAll(place, place.reads);
    }
    const access: Access = {
      node,
      kind,
      place: undefined,
      fresh: true,
      previous: undefined,
      next: undefined,
      sibling: node.accesses,
    };
    node.accesses = access;
    place.attach(access);
    if (kind === "write" || kind === "write-subtree") place.outdate();
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

function placesOf(profile: CallProfile): readonly ResourcePlace[] {
  const keys = comparedKeys(profile);
  if (keys === undefined) return [EVERYTHING];
  return keys.length === 0 ? [NOTHING] : keys.map(placeOf);
}

function kindOf({ writes, subtree }: ResourcePlace): AccessKind {
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
