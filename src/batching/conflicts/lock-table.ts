import { AccessDirectory } from "./access-directory.js";
import { ancestorsOf, Lane, type LaneHome, type LaneKey, LockNode, nearestExclusive } from "./lock-lanes.js";
import { WaitGraph, type WaitNode } from "./wait-graph.js";

/**
 * The locks of all runs: which call must wait for which, in order of arrival.
 *
 * The calls of one call (a subagent's) form a family. A call waits for everything earlier in its family that
 * conflicts, and for everything that conflicts in the other families, except nodes that cannot end before one of its
 * ancestors: such a node waits for the ancestor and so for this call, or is the ancestor. Therefore there are no cycles,
 * and a call queued after another is also queued after the family of the other, because a call keeps its lock until its
 * family is done.
 *
 * Calls of one depth share a lane, in which each waits for all that its accesses cover: a thousand agents with one call
 * each need one search and not a thousand. A call that must not wait for one of these is in a lane that is compared one
 * by one. So is a lane of which a call must not wait for one that was found, because its index omits what that one covers.
 */
export class LockTable implements LaneHome {
  readonly graph: WaitGraph;
  readonly #outermost: Lane;
  /** The lanes of nested calls by the nearest ancestor that conflicts with everything, then by depth or parent. */
  readonly #lanes = new Map<LockNode | undefined, Map<LaneKey, Lane>>();
  /** The lanes of nested calls, by the accesses of their calls. */
  readonly #nested = new AccessDirectory<Lane>();
  /** The number of nodes that only keep their position. */
  #positionKeepers = 0;

  /** @param options - `explains`: keep the information that converts the result of `enter` to calls */
  constructor(options: { readonly explains: boolean } = { explains: false }) {
    this.graph = new WaitGraph(options);
    this.#outermost = new Lane(this, undefined);
  }

  /** Calls that have not left. */
  get size(): number {
    let { size } = this.#outermost;
    for (const lanes of this.#lanes.values()) for (const lane of lanes.values()) size += lane.size;
    return size;
  }

  /**
   * Adds a call after the calls it must wait for: if `node.waiting` is 0 afterwards, the call has its lock.
   *
   * @param after - one more node to wait for, which represents earlier calls of the same family
   * @returns the nodes it may have to wait for, including join nodes; some may have left
   */
  enter(node: LockNode, after: WaitNode | undefined): readonly WaitNode[] {
    const found: WaitNode[] = [];
    const { parent } = node;
    if (parent === undefined) {
      this.#outermost.add(node, found);
      if (after !== undefined) found.push(after);
      if (this.#lanes.size > 0) this.#findInNested(node, found);
    } else {
      parent.holds++;
      parent.nested++;
      this.#findForNested(node, parent, after, found);
    }
    this.graph.link(node, found);
    return found;
  }

  /**
   * Removes one hold of a call; without holds, the call releases its lock, as soon as it has one.
   *
   * @param onFree - called for each call that now has its lock
   */
  release(node: LockNode, onFree: (node: WaitNode) => void): void {
    for (let held: LockNode | undefined = node; held !== undefined; held = held.parent) {
      if (held !== node) held.nested--;
      if (--held.holds > 0) return;
      if (held.waiting > 0) {
        held.keepsPosition = true;
        this.#positionKeepers++;
      }
      this.graph.finish(held, onFree);
    }
  }

  afterLeaving(node: LockNode, lane: Lane): void {
    if (node.keepsPosition) this.#positionKeepers--;
    const { place } = lane;
    if (place === undefined) return;
    this.#nested.delete(node.profile, lane);
    if (lane.size > 0) return;
    const lanes = this.#lanes.get(place.exclusive);
    lanes?.delete(place.key);
    if (lanes?.size === 0) this.#lanes.delete(place.exclusive);
  }

  #findInNested(node: LockNode, found: WaitNode[]): void {
    for (const lane of this.#nested.find(node.profile)) {
      if (lane.isCovering) lane.find(node.profile, found);
      else lane.findOneByOne(node, () => true, found);
    }
  }

  #findForNested(node: LockNode, parent: LockNode, after: WaitNode | undefined, found: WaitNode[]): void {
    const { profile, depth } = node;
    const exclusive = nearestExclusive(parent);
    const shared = this.#laneOf(exclusive, depth);
    const finds: Find[] = [];
    // The calls of one family wait for each other in turn, so their lane is not searched twice.
    const isSole = shared.hasOnly(parent);
    if (isSole) {
      const own: WaitNode[] = [];
      shared.add(node, own);
      finds.push({ lane: shared, found: own });
    }
    for (const lane of [this.#outermost, ...this.#nested.find(profile)]) {
      if (isSole && lane === shared) continue;
      // A call that holds everything has already waited for all calls outside, and they wait for it.
      if (exclusive !== undefined && !isWithin(lane.place?.exclusive, exclusive)) continue;
      const inLane: WaitNode[] = [];
      if (lane.isCovering) lane.find(profile, inLane);
      // An ancestor holds its lock: what its accesses cover has left, or depends on an ancestor of the ancestor.
      const others = inLane.filter((other) => other.waiting > 0 || !isAncestor(other, node));
      finds.push({ lane, found: others });
    }
    // Only after the searches, because they create join nodes.
    const dependents = new Dependents(this.graph, parent);
    const counts = (other: WaitNode) => !dependents.include(other);
    // A running call never waits for its ancestor, but one that only keeps its position may do so.
    const familyCounts = this.#positionKeepers === 0;
    let sharedHides = false;
    for (const { lane, found: inLane } of finds) {
      const allCount = inLane.every((other) => (familyCounts && other.parent === parent) || counts(other));
      if (lane.isCovering && allCount) for (const other of inLane) found.push(other);
      else lane.findOneByOne(node, counts, found);
      sharedHides ||= lane === shared && !allCount;
    }
    if (after !== undefined) {
      if (familyCounts || counts(after)) found.push(after);
      else for (const other of this.#unfinishedSiblings(node, parent, exclusive)) found.push(other);
    }
    const lane = sharedHides && !isSole ? this.#laneOf(exclusive, "apart") : shared;
    if (!lane.isCovering) lane.list(node);
    else if (!isSole) lane.append(node);
    this.#nested.add(profile, lane);
  }

  /** Returns the other unfinished calls of the parent of a call. */
  #unfinishedSiblings(node: LockNode, parent: LockNode, exclusive: LockNode | undefined): LockNode[] {
    const lanes = this.#lanes.get(exclusive);
    const siblings: LockNode[] = [];
    for (const lane of [lanes?.get(node.depth), lanes?.get("apart")]) {
      for (let at = lane?.first; at !== undefined; at = at.nextIndexed) {
        const other = at as LockNode;
        if (other !== node && other.parent === parent && !other.done) siblings.push(other);
      }
    }
    return siblings;
  }

  #laneOf(exclusive: LockNode | undefined, key: LaneKey): Lane {
    let lanes = this.#lanes.get(exclusive);
    if (lanes === undefined) {
      lanes = new Map();
      this.#lanes.set(exclusive, lanes);
    }
    let lane = lanes.get(key);
    if (lane === undefined) {
      lane = new Lane(this, { exclusive, key });
      lanes.set(key, lane);
    }
    return lane;
  }
}

/** The nodes found in the index of one lane. */
interface Find {
  readonly lane: Lane;
  readonly found: readonly WaitNode[];
}

/** The nodes that cannot end before a call or one of its ancestors; computed on first use. */
class Dependents {
  readonly #graph: WaitGraph;
  readonly #parent: LockNode;
  #mark: number | undefined;

  constructor(graph: WaitGraph, parent: LockNode) {
    this.#graph = graph;
    this.#parent = parent;
  }

  include(node: WaitNode): boolean {
    // A running call without nested calls waits for nothing. This is the common case.
    if (node.waiting === 0 && node instanceof LockNode && node.nested === 0 && !node.done) return false;
    this.#mark ??= this.#graph.markDependents(ancestorsOf(this.#parent));
    return node.dependentMark === this.#mark;
  }
}

function isAncestor(node: WaitNode, descendant: LockNode): boolean {
  let at = descendant.parent;
  while (at !== undefined && at !== node) at = at.parent;
  return at !== undefined;
}

/** Returns whether a call is another one or a descendant of it. */
function isWithin(node: LockNode | undefined, ancestor: LockNode): boolean {
  return node !== undefined && (node === ancestor || isAncestor(ancestor, node));
}
