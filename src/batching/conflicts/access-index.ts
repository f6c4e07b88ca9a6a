import type { ResourceKey } from "../../contract/index.js";
import { AccessSummaries, pushPending } from "./access-summaries.js";
import { type CallProfile, comparedKeys } from "./call-profile.js";
import type { Access, AccessKind, ResourceNode } from "./resource-node.js";
import { ResourceTree, type Target } from "./resource-tree.js";
import { type WaitGraph, WaitNode, type WaitNodeHome } from "./wait-graph.js";

/** A node in an index: with the profile of its call, linked to the calls before and after it. */
export class IndexedNode extends WaitNode {
  accesses: Access | undefined;
  previousIndexed: IndexedNode | undefined;
  nextIndexed: IndexedNode | undefined;
  readonly profile: CallProfile;

  constructor(profile: CallProfile) {
    super();
    this.profile = profile;
  }
}

/**
 * Finds the earlier calls that a call must wait for, by walking up the resource tree from its keys.
 *
 * Each call costs amortised O(keys · depth) in time and in edges. An access that a later write covers is
 * dropped, because the write waits for it; accesses that cannot be covered are grouped by join nodes. The
 * index keeps nothing of a call that has left. If nodes of the graph cannot leave, the index keeps no order of
 * arrival, and a write drops what it covers at once instead of one by one.
 */
export class AccessIndex implements WaitNodeHome {
  /** Calls that have not left, in order of arrival. */
  first: IndexedNode | undefined;
  last: IndexedNode | undefined;
  size = 0;
  readonly #graph: WaitGraph;
  readonly #resources = new ResourceTree();
  readonly #summaries: AccessSummaries;

  constructor(graph: WaitGraph) {
    this.#graph = graph;
    this.#summaries = new AccessSummaries(graph);
  }

  /**
   * Adds the nodes that a call with this profile would have to wait for to `found`. Does not change the index
   * visibly.
   *
   * Nothing covers what it finds, so the next call would find all of it again: join nodes represent it, and many
   * calls that conflict with many need a linear number of edges.
   */
  find(profile: CallProfile, found: WaitNode[]): void {
    const keys = comparedKeys(profile);
    if (keys === undefined || keys.length === 0) this.#findGrouped(this.#whole(keys === undefined), found);
    else {
      for (const key of keys) {
        const { resource, isTarget, ...touch } = this.#resources.nearest(key);
        if (isTarget) this.#findGrouped({ resource, ...touch }, found);
        else this.#findAbove(resource, touch, found);
      }
    }
  }

  /**
   * Adds the nodes that the new node must wait for to `found`, and appends the new node to the order. Adds no
   * edges.
   *
   * @param limit - number of nodes after which no more need to be found; there may still be more
   */
  add(node: IndexedNode, found: WaitNode[], limit = Number.POSITIVE_INFINITY): void {
    const keys = comparedKeys(node.profile);
    if (keys === undefined || keys.length === 0)
      this.#addAt(this.#whole(keys === undefined), node, found, limit);
    else if (keys.length === 1)
      this.#addAt(this.#resources.target(keys[0] as ResourceKey), node, found, limit);
    else {
      // Search for all targets before entering any, so that a call does not find itself.
      const targets = keys.map((key) => this.#resources.target(key));
      for (const target of targets) this.#findAt(target, found, limit);
      for (const target of targets) this.#enter(node, target);
    }
    if (this.#graph.nodesLeave) this.list(node);
  }

  /** Appends a node that waits for what `find` has found for its profile. */
  append(node: IndexedNode): void {
    const keys = comparedKeys(node.profile);
    if (keys === undefined || keys.length === 0) this.#enter(node, this.#whole(keys === undefined));
    else for (const target of keys.map((key) => this.#resources.target(key))) this.#enter(node, target);
    this.list(node);
  }

  /** Appends a node to the order only: the index does not find its accesses. */
  list(node: IndexedNode): void {
    node.home = this;
    node.previousIndexed = this.last;
    if (this.last === undefined) this.first = node;
    else this.last.nextIndexed = node;
    this.last = node;
    this.size++;
  }

  /** Removes all data about a node of this index. */
  forget(gone: WaitNode): void {
    const node = gone as IndexedNode;
    for (let access = node.accesses; access !== undefined; access = access.sibling) {
      const { resource } = access;
      if (resource === undefined) continue;
      resource.detach(access);
      resource.prune();
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
   * A call that conflicts with everything writes the subtree of the root. A call without keys reads the root
   * itself: it conflicts only with calls of the first kind.
   */
  #whole(everything: boolean): Target {
    return { resource: this.#resources.root, writes: everything, subtree: everything };
  }

  #addAt(target: Target, node: IndexedNode, found: WaitNode[], limit: number): void {
    this.#findAt(target, found, limit);
    this.#enter(node, target);
  }

  /** Finds the same as `#findAt`, with one node for all reads and one for all writes. */
  #findGrouped(target: Target, found: WaitNode[]): void {
    const { resource, writes, subtree } = target;
    if (!writes) {
      this.#findAt(target, found);
      return;
    }
    if (subtree) {
      this.#summaries.withReads(this.#resources.root);
      this.#summaries.update(resource);
      pushPending(resource.writeSummary, found);
      pushPending(resource.readSummaryBelow, found);
      if (resource.parent !== undefined) this.#findAbove(resource.parent, target, found);
      return;
    }
    if (resource.write !== undefined) found.push(resource.write.node);
    pushPending(this.#summaries.ofReads(resource), found);
    this.#findAbove(resource, target, found);
  }

  #findAt(target: Target, found: WaitNode[], limit = Number.POSITIVE_INFINITY): void {
    const { resource, writes, subtree } = target;
    if (subtree && writes) {
      findAllBelow(resource, found, limit);
      if (resource.parent !== undefined) this.#findAbove(resource.parent, target, found);
      return;
    }
    if (subtree) {
      this.#summaries.update(resource);
      pushPending(resource.writeSummary, found);
    } else {
      if (resource.write !== undefined) found.push(resource.write.node);
      if (writes) pushAll(resource.reads, found);
    }
    this.#findAbove(resource, target, found);
  }

  /** Finds accesses to the subtree of a resource or of one of its ancestors. */
  #findAbove(from: ResourceNode, { writes }: Pick<Target, "writes">, found: WaitNode[]): void {
    let covered = false;
    for (let resource: ResourceNode | undefined = from; resource !== undefined; resource = resource.parent) {
      if (!covered && resource.subtreeWrite !== undefined) {
        // Subtree writes further up came earlier (a later one would have covered this one), so it waits for
        // them.
        found.push(resource.subtreeWrite.node);
        covered = true;
      }
      if (writes && resource.subtreeReads !== undefined) {
        pushPending(this.#summaries.ofSubtreeReads(resource), found);
      }
    }
  }

  /** Adds an access to the tree and removes those that it covers. */
  #enter(node: IndexedNode, target: Target): void {
    if (target.writes) {
      if (this.#graph.nodesLeave) detachCovered(target);
      else this.#dropCovered(target);
    }
    enter(node, target);
    if (target.writes || this.#summaries.includeReads) target.resource.outdate();
  }

  #dropCovered({ resource, subtree }: Target): void {
    resource.drop(subtree ? "all below" : "itself");
    if (subtree) this.#resources.forgetFolders();
  }
}

/** Adds an access to the tree. */
function enter(node: IndexedNode, target: Target): void {
  const { resource } = target;
  const access: Access = {
    node,
    kind: kindOf(target),
    resource: undefined,
    fresh: true,
    previous: undefined,
    next: undefined,
    sibling: node.accesses,
  };
  node.accesses = access;
  resource.attach(access);
}

function kindOf({ writes, subtree }: Pick<Target, "writes" | "subtree">): AccessKind {
  if (subtree) return writes ? "write-subtree" : "read-subtree";
  return writes ? "write" : "read";
}

function pushAll(list: Access | undefined, found: WaitNode[]): void {
  for (let access = list; access !== undefined; access = access.next) found.push(access.node);
}

function findAllBelow(top: ResourceNode, found: WaitNode[], limit: number): void {
  const open = [top];
  const countsNodes = limit < Number.POSITIVE_INFINITY;
  const met = new Set<WaitNode>();
  let counted = found.length;
  for (let resource = open.pop(); resource !== undefined; resource = open.pop()) {
    pushAll(resource.write, found);
    pushAll(resource.reads, found);
    pushAll(resource.subtreeWrite, found);
    pushAll(resource.subtreeReads, found);
    if (countsNodes) {
      // A node counts once, however many of its accesses are found.
      for (; counted < found.length && met.size < limit; counted++) met.add(found[counted] as WaitNode);
      if (met.size >= limit) return;
    }
    for (const child of resource.children?.values() ?? []) open.push(child);
  }
}

/** Removes the accesses that a write replaces. */
function detachCovered({ resource, subtree }: Target): void {
  if (subtree) detachAllBelow(resource);
  else {
    if (resource.write !== undefined) resource.detach(resource.write);
    detachAll(resource, resource.reads);
  }
}

/** Removes all accesses of a resource and below. */
function detachAllBelow(top: ResourceNode): void {
  const open = [top];
  for (let resource = open.pop(); resource !== undefined; resource = open.pop()) {
    if (resource.write !== undefined) resource.detach(resource.write);
    if (resource.subtreeWrite !== undefined) resource.detach(resource.subtreeWrite);
    detachAll(resource, resource.reads);
    detachAll(resource, resource.subtreeReads);
    resource.writeSummary = undefined;
    resource.readSummaryBelow = undefined;
    for (const child of resource.children?.values() ?? []) {
      child.unlist();
      child.removed = true;
      open.push(child);
    }
    resource.children = undefined;
  }
}

function detachAll(resource: ResourceNode, list: Access | undefined): void {
  for (let access = list; access !== undefined; access = list) {
    list = access.next;
    resource.detach(access);
  }
}
