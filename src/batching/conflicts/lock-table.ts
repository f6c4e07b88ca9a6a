import { AccessDirectory } from "./access-directory.js";
import { AccessIndex, IndexedNode } from "./access-index.js";
import { type CallProfile, comparedKeys } from "./call-profile.js";
import { conflictBetween } from "./conflict.js";
import { WaitGraph, type WaitNode } from "./wait-graph.js";

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

  constructor(profile: CallProfile, parent: LockNode | undefined) {
    super(profile);
    this.parent = parent;
  }
}

/**
 * The locks of all runs: which call must wait for which, in order of arrival.
 *
 * The calls of one call (a subagent's) form a family with its own index. A call waits for everything earlier
 * in its family that conflicts, and for everything that conflicts in the other families, except nodes that
 * cannot end before one of its ancestors: such a node waits for the ancestor and so for this call, or is the
 * ancestor. Therefore there are no cycles, and a call queued after another is also queued after the family of
 * the other, because a call keeps its lock until its family is done.
 */
export class LockTable {
  readonly graph: WaitGraph;
  readonly #outermost: Family;
  readonly #families: Map<LockNode | undefined, Family>;
  /** The families with an owner, by the accesses of their calls. */
  readonly #nested = new AccessDirectory<Family>();
  /** The number of nodes that only keep their position. */
  #positionKeepers = 0;

  /** @param options - `explains`: keep the information that converts the result of `enter` to calls */
  constructor(options: { readonly explains: boolean } = { explains: false }) {
    this.graph = new WaitGraph(options);
    this.#outermost = new Family(this, undefined);
    this.#families = new Map([[undefined, this.#outermost]]);
  }

  /** Calls that have not left. */
  get size(): number {
    let size = 0;
    for (const family of this.#families.values()) size += family.size;
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
      if (this.#families.size > 1) this.#findInNested(node.profile, found);
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

  /** Called by a family when one of its calls has left. */
  afterLeaving(node: LockNode, family: Family): void {
    if (node.keepsPosition) this.#positionKeepers--;
    if (family.owner === undefined) return;
    this.#nested.delete(node.profile, family);
    if (family.size === 0) this.#families.delete(family.owner);
  }

  #findInNested(profile: CallProfile, found: WaitNode[]): void {
    for (const family of this.#nested.find(profile)) family.find(profile, found);
  }

  #findForNested(node: LockNode, parent: LockNode, after: WaitNode | undefined, found: WaitNode[]): void {
    const own = this.#familyOf(parent);
    const exclusive = nearestExclusive(parent);
    const finds: Find[] = [{ family: own, found: [] }];
    own.add(node, finds[0]?.found ?? []);
    this.#nested.add(node.profile, own);
    for (const family of [this.#outermost, ...this.#nested.find(node.profile)]) {
      // A call that holds everything has already waited for all calls outside, and they wait for it.
      if (family === own || (exclusive !== undefined && !isWithin(family.owner, exclusive))) continue;
      const inFamily: WaitNode[] = [];
      family.find(node.profile, inFamily);
      // An ancestor holds its lock: what its accesses cover has left, or depends on an ancestor of the ancestor.
      const others = inFamily.filter((other) => other.waiting > 0 || !isAncestor(other, node));
      finds.push({ family, found: others });
    }
    // Only after the searches, because they create join nodes.
    const dependents = new Dependents(this.graph, parent);
    // A running call never waits for its ancestor, but one that only keeps its position may do so.
    const ownChecked = this.#positionKeepers > 0;
    for (const find of finds) {
      const checked = find.family !== own || ownChecked;
      const hides = checked && find.found.some((other) => dependents.include(other));
      for (const other of hides ? oneByOne(find.family, node, dependents) : find.found) found.push(other);
    }
    if (after === undefined) return;
    if (!ownChecked || !dependents.include(after)) found.push(after);
    else for (const other of unfinished(own, node)) found.push(other);
  }

  #familyOf(owner: LockNode): Family {
    let family = this.#families.get(owner);
    if (family === undefined) {
      family = new Family(this, owner);
      this.#families.set(owner, family);
    }
    return family;
  }
}

/** The nodes found in the index of one family. */
interface Find {
  readonly family: Family;
  readonly found: WaitNode[];
}

/** The nested calls of one call, or the calls without a parent. */
class Family extends AccessIndex {
  constructor(
    readonly table: LockTable,
    readonly owner: LockNode | undefined,
  ) {
    super(table.graph);
  }

  override forget(node: LockNode): void {
    super.forget(node);
    this.table.afterLeaving(node, this);
  }
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

/**
 * Returns every conflicting call of a family that does not depend on an ancestor. The index omits calls that
 * a later call covers, which is wrong when the later call does not count.
 */
function oneByOne(family: Family, node: LockNode, dependents: Dependents): LockNode[] {
  return unfinished(family, node).filter(
    (other) => !dependents.include(other) && conflictBetween(other.profile, node.profile) !== undefined,
  );
}

/** Returns every other unfinished call of a family. */
function unfinished(family: Family, node: LockNode): LockNode[] {
  const calls: LockNode[] = [];
  for (let other = family.first; other !== undefined; other = other.nextIndexed) {
    if (other !== node && !other.done) calls.push(other as LockNode);
  }
  return calls;
}

/** Returns a call and its ancestors. */
function ancestorsOf(node: LockNode): LockNode[] {
  const ancestors = [node];
  for (let above = node.parent; above !== undefined; above = above.parent) ancestors.push(above);
  return ancestors;
}

function isAncestor(node: WaitNode, descendant: LockNode): boolean {
  let at = descendant.parent;
  while (at !== undefined && at !== node) at = at.parent;
  return at !== undefined;
}

function nearestExclusive(node: LockNode | undefined): LockNode | undefined {
  let ancestor = node;
  while (ancestor !== undefined && comparedKeys(ancestor.profile) !== undefined) ancestor = ancestor.parent;
  return ancestor;
}

/** Returns whether a call is another one or a descendant of it. */
function isWithin(node: LockNode | undefined, ancestor: LockNode): boolean {
  return node !== undefined && (node === ancestor || isAncestor(ancestor, node));
}
