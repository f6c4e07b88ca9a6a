import { AccessIndex } from "./access-index.js";
import { type CallProfile, comparedKeys } from "./call-profile.js";
import { conflictBetween } from "./conflict.js";
import { IndexedNode } from "./indexed-node.js";
import { WaitGraph, type WaitNode } from "./wait-graph.js";

/** One call in the lock table. */
export class LockNode extends IndexedNode {
  /** What keeps the lock: the call's own work, work it left behind, and calls of its own that are not over. */
  holds = 1;
  /** Cancelled before it had its lock: without work, in its place until what it waited for has left. */
  keepsPlace = false;
  declare parent: LockNode | undefined;

  constructor(profile: CallProfile, parent: LockNode | undefined) {
    super(profile);
    this.parent = parent;
  }
}

/**
 * The locks of all runs: who has to wait for whom, in order of arrival.
 *
 * The calls of one call (a subagent's) form a family with an index of its own. A call waits for everything earlier in its
 * family that conflicts, and for everything that conflicts in the other families, except what cannot end before one of
 * its ancestors: that waits for the ancestor and so for this call, or it is the ancestor itself. So there are no cycles, and
 * whatever is queued behind a call is queued behind its family as well, because a call keeps its lock until its family is
 * done.
 */
export class LockTable {
  readonly graph: WaitGraph;
  readonly #outermost: Family;
  readonly #families: Map<LockNode | undefined, Family>;
  /** How many nodes only keep their place. */
  #placeKeepers = 0;

  /** @param options - `explains`: what `enter` found can be told in calls */
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
   * Puts a call behind what it has to wait for: `node.waiting` is 0 afterwards when it has its lock.
   *
   * @param after - one more node to wait for, which stands for earlier calls of the same family
   * @returns what it may have to wait for, junctions among it; some of it may have left
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
      this.#findForNested(node, parent, after, found);
    }
    this.graph.link(node, found);
    return found;
  }

  /**
   * Takes one hold from a call; without any it gives its lock back, as soon as it has one.
   *
   * @param onFree - told about each call that has its lock now
   */
  release(node: LockNode, onFree: (node: WaitNode) => void): void {
    for (let held: LockNode | undefined = node; held !== undefined; held = held.parent) {
      if (--held.holds > 0) return;
      if (held.waiting > 0) {
        held.keepsPlace = true;
        this.#placeKeepers++;
      }
      this.graph.finish(held, onFree);
    }
  }

  /** Called by a family when one of its calls has left. */
  afterLeaving(node: LockNode, family: Family): void {
    if (node.keepsPlace) this.#placeKeepers--;
    if (family.size === 0 && family.owner !== undefined) this.#families.delete(family.owner);
  }

  #findInNested(profile: CallProfile, found: WaitNode[]): void {
    for (const family of this.#families.values()) {
      if (family !== this.#outermost) family.find(profile, found);
    }
  }

  #findForNested(node: LockNode, parent: LockNode, after: WaitNode | undefined, found: WaitNode[]): void {
    const own = this.#familyOf(parent);
    const exclusive = nearestExclusive(parent);
    const finds: Find[] = [{ family: own, found: [] }];
    own.add(node, finds[0]?.found ?? []);
    for (const family of this.#families.values()) {
      // Whoever holds everything has already waited for the world outside, and the world waits for it.
      if (family === own || (exclusive !== undefined && !isWithin(family.owner, exclusive))) continue;
      const inFamily: WaitNode[] = [];
      family.find(node.profile, inFamily);
      finds.push({ family, found: inFamily });
    }
    // Only now, when all junctions are there that looking around makes.
    const dependents = new Dependents(this.graph, parent);
    // A call at work never waits for its ancestor, but one that only keeps its place can come to: nobody counts on it.
    const ownChecked = this.#placeKeepers > 0;
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

/** What the index of one family found. */
interface Find {
  readonly family: Family;
  readonly found: WaitNode[];
}

/** The calls of one call, or those of no call. */
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

/** What cannot end before a call or one of its ancestors; worked out when it is first needed. */
class Dependents {
  readonly #graph: WaitGraph;
  readonly #parent: LockNode;
  #mark: number | undefined;

  constructor(graph: WaitGraph, parent: LockNode) {
    this.#graph = graph;
    this.#parent = parent;
  }

  include(node: WaitNode): boolean {
    // A call at work that holds for nobody else waits for nothing. Most are.
    if (node.waiting === 0 && node instanceof LockNode && node.holds === 1 && !node.done) return false;
    this.#mark ??= this.#graph.markDependents(ancestorsOf(this.#parent));
    return node.dependentMark === this.#mark;
  }
}

/**
 * Every conflicting call of a family that does not depend on an ancestor. The index leaves out what is covered by a later
 * call, which is no help where the later call does not count.
 */
function oneByOne(family: Family, node: LockNode, dependents: Dependents): LockNode[] {
  return unfinished(family, node).filter(
    (other) => !dependents.include(other) && conflictBetween(other.profile, node.profile) !== undefined,
  );
}

/** Every other call of a family that is not over. */
function unfinished(family: Family, node: LockNode): LockNode[] {
  const calls: LockNode[] = [];
  for (let other = family.first; other !== undefined; other = other.nextIndexed) {
    if (other !== node && !other.done) calls.push(other as LockNode);
  }
  return calls;
}

/** A call and those it belongs to. */
function ancestorsOf(node: LockNode): LockNode[] {
  const ancestors = [node];
  for (let above = node.parent; above !== undefined; above = above.parent) ancestors.push(above);
  return ancestors;
}

function nearestExclusive(node: LockNode | undefined): LockNode | undefined {
  let ancestor = node;
  while (ancestor !== undefined && comparedKeys(ancestor.profile) !== undefined) ancestor = ancestor.parent;
  return ancestor;
}

function isWithin(node: LockNode | undefined, ancestor: LockNode): boolean {
  let at = node;
  while (at !== undefined && at !== ancestor) at = at.parent;
  return at !== undefined;
}
