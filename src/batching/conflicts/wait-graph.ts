/** The index from which a node is removed when it leaves. */
export interface WaitNodeHome {
  forget(node: WaitNode): void;
}

/**
 * One call in the order of calls, or a join node: a node without work that represents several others, so that
 * many nodes can wait for many with a linear number of edges.
 *
 * A node leaves when its work is finished and all nodes it waited for have left. A node that waits for it
 * therefore also waits for all of those, even when the node itself was cancelled while it was queued.
 */
export class WaitNode {
  /** The number of nodes that it still waits for. */
  waiting = 0;
  /** No more work: it ended, was cancelled, or never existed. */
  done = false;
  left = false;
  successors: WaitNode[] | undefined;
  home: WaitNodeHome | undefined;
  /** The parent call, which cannot end before this one. */
  parent: WaitNode | undefined;
  /** The nodes that a join node represents; kept only in a graph that explains its waits. */
  sources: WaitNode[] | undefined;
  /**
   * Marks of the last traversal that reached this node: one for edges, one for {@link
   * WaitGraph.markDependents}.
   */
  edgeMark = 0;
  dependentMark = 0;
}

/** The waits between nodes. Keeps only forward edges, and only between nodes that have not left. */
export class WaitGraph {
  /** Whether nodes can leave. Otherwise there are no edges, only join nodes: nothing calls `link`, `finish` or `markDependents`. */
  readonly nodesLeave: boolean;
  #lastMark = 0;
  readonly #explains: boolean;

  /**
   * @param options - `explains`: join nodes keep their sources, which costs memory until they leave; `nodesLeave`: default true
   */
  constructor({ explains, nodesLeave = true }: WaitGraphOptions = { explains: false }) {
    this.#explains = explains;
    this.nodesLeave = nodesLeave;
  }

  /** Makes a node wait for each of the other nodes that has not left, once. */
  link(node: WaitNode, others: readonly WaitNode[]): void {
    const mark = ++this.#lastMark;
    for (const other of others) {
      if (other.left || other === node || other.edgeMark === mark) continue;
      other.edgeMark = mark;
      if (other.successors === undefined) other.successors = [node];
      else other.successors.push(node);
      node.waiting++;
      if (node.sources !== undefined) node.sources.push(other);
    }
  }

  /**
   * Returns one node that leaves when all the others have left: a single node itself, otherwise a join node;
   * `undefined` for none.
   */
  join(others: readonly WaitNode[]): WaitNode | undefined {
    if (others.length < 2) return others[0];
    return this.joinNode(others);
  }

  /** Returns a join node that leaves when all the others have left. */
  joinNode(others: readonly WaitNode[]): WaitNode {
    const joined = new WaitNode();
    joined.done = true;
    if (!this.nodesLeave) {
      if (this.#explains) joined.sources = [...others];
      joined.waiting = others.length;
      return joined;
    }
    if (this.#explains) joined.sources = [];
    this.link(joined, others);
    joined.left = joined.waiting === 0;
    return joined;
  }

  /**
   * Ends the work of a node. The node leaves as soon as it waits for nothing, together with finished nodes
   * that waited only for it.
   *
   * @param onFree - called for each node with work that no longer waits for any node; must not change the
   *   graph
   */
  finish(node: WaitNode, onFree: (node: WaitNode) => void): void {
    node.done = true;
    if (node.waiting > 0) return;
    // A list instead of recursion: a chain of cancelled calls may be long.
    const alsoLeaving: WaitNode[] = [];
    let position = 0;
    for (let gone: WaitNode | undefined = node; gone !== undefined; gone = alsoLeaving[position++]) {
      gone.left = true;
      gone.home?.forget(gone);
      const { successors } = gone;
      gone.successors = undefined;
      gone.sources = undefined;
      if (successors === undefined) continue;
      for (const successor of successors) {
        if (--successor.waiting > 0) continue;
        if (successor.done) alsoLeaving.push(successor);
        else onFree(successor);
      }
    }
  }

  /**
   * Marks the given nodes and everything that cannot end before one of them: the nodes that wait for it and
   * its parent call, transitively.
   *
   * @returns the value of `dependentMark` of the marked nodes
   */
  markDependents(nodes: readonly WaitNode[]): number {
    const mark = ++this.#lastMark;
    const open: WaitNode[] = [];
    meetAll(nodes, mark, open);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.successors !== undefined) meetAll(node.successors, mark, open);
      // A cancelled call that is still queued does not delay its parent.
      if (node.parent !== undefined && !node.done) meet(node.parent, mark, open);
    }
    return mark;
  }
}

function meetAll(nodes: readonly WaitNode[], mark: number, open: WaitNode[]): void {
  for (const node of nodes) meet(node, mark, open);
}

function meet(node: WaitNode, mark: number, open: WaitNode[]): void {
  if (node.dependentMark === mark) return;
  node.dependentMark = mark;
  open.push(node);
}

interface WaitGraphOptions {
  readonly explains: boolean;
  readonly nodesLeave?: boolean;
}
