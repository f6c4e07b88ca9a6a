import { AccessIndex, IndexedNode } from "./access-index.js";
import { type CallProfile, comparedKeys } from "./call-profile.js";
import { type Reach, reachesConflict, reachOf } from "./conflict.js";
import { joinBlocks } from "./join-blocks.js";
import type { WaitGraph, WaitNode } from "./wait-graph.js";

/** One call in the lock table. */
export class LockNode extends IndexedNode {
  /**
   * Reasons to keep the lock: the call's own work, work that continues after its end, and its unfinished
   * nested calls.
   */
  holds = 1;
  /** Its nested calls that have not released their lock. */
  nested = 0;
  /**
   * Cancelled before it had its lock: has no work, but keeps its position until the calls it waited for have
   * left.
   */
  keepsPosition = false;
  declare parent: LockNode | undefined;
  /** The number of its ancestors. */
  readonly depth: number;
  /** Position in its lane. */
  position = 0;
  /** The nodes that represent the blocks of calls of its lane that begin with it, by the level of the block. */
  joins: (WaitNode | undefined)[] | undefined;
  #reach: Reach | undefined;

  constructor(profile: CallProfile, parent: LockNode | undefined) {
    super(profile);
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  conflictsWith(other: LockNode): boolean {
    return reachesConflict(this.#reached(), other.#reached());
  }

  #reached(): Reach {
    this.#reach ??= reachOf(this.profile);
    return this.#reach;
  }
}

/** The calls of a lane: those of one depth, or all that must not wait for each call of their depth. */
export type LaneKey = number | "apart";

/** The place of a lane of nested calls in the lock table. */
export interface LanePlace {
  /** The nearest ancestor of all its calls that conflicts with everything. */
  readonly exclusive: LockNode | undefined;
  readonly key: LaneKey;
}

/** The table of a lane. */
export interface LaneHome {
  readonly graph: WaitGraph;
  /** Called when a call of the lane has left. */
  afterLeaving(node: LockNode, lane: Lane): void;
}

/** Some nested calls, or the calls without a parent. */
export class Lane extends AccessIndex {
  /** Whether each of its calls waits for all that its accesses cover, so that the index finds them. */
  readonly isCovering: boolean;
  /** The parent of all its calls, unless they have several. */
  #soleParent: LockNode | "several" | undefined;
  #positions = 0;

  /** @param place - absent for the lane of the calls without a parent */
  constructor(
    readonly table: LaneHome,
    readonly place: LanePlace | undefined,
  ) {
    super(table.graph);
    this.isCovering = place?.key !== "apart";
  }

  /** Returns whether all its calls have this parent. */
  hasOnly(parent: LockNode): boolean {
    return this.#soleParent === undefined || this.#soleParent === parent;
  }

  override list(node: LockNode): void {
    if (this.size === 0) this.#positions = 0;
    super.list(node);
    node.position = this.#positions++;
    const { parent } = node;
    if (parent !== undefined) this.#soleParent = this.hasOnly(parent) ? parent : "several";
  }

  override forget(node: LockNode): void {
    super.forget(node);
    this.table.afterLeaving(node, this);
  }

  /**
   * Adds nodes to `found` that represent the calls for which a call must wait, compared one by one.
   *
   * @param counts - whether a node must be waited for if it conflicts
   */
  findOneByOne(node: LockNode, counts: (other: WaitNode) => boolean, found: WaitNode[]): void {
    const others: LockNode[] = [];
    // At each index, how many of the calls before must not be waited for.
    const skipped = [0];
    let skippedSoFar = 0;
    for (let at = this.first; at !== undefined; at = at.nextIndexed) {
      const other = at as LockNode;
      if (other === node || other.done) continue;
      if (!counts(other) || !other.conflictsWith(node)) skippedSoFar++;
      others.push(other);
      skipped.push(skippedSoFar);
    }
    joinBlocks({ others, skipped, counts, end: this.#positions, graph: this.table.graph }, found);
  }
}

/** Returns a call and its ancestors. */
export function ancestorsOf(node: LockNode): LockNode[] {
  const ancestors = [node];
  for (let above = node.parent; above !== undefined; above = above.parent) ancestors.push(above);
  return ancestors;
}

/** Returns the nearest of a call and its ancestors that conflicts with everything. */
export function nearestExclusive(node: LockNode | undefined): LockNode | undefined {
  let ancestor = node;
  while (ancestor !== undefined && comparedKeys(ancestor.profile) !== undefined) ancestor = ancestor.parent;
  return ancestor;
}
