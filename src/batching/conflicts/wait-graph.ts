/** The index that a node has to be taken out of when it leaves. */
export interface WaitNodeHome {
  forget(node: WaitNode): void;
}

/**
 * One call in the order of calls, or a junction: a node without work that stands for several others, so that many can
 * wait for many with a linear number of edges.
 *
 * A node leaves when its work is over and all it waited for has left. So whoever waits for a node waits for everything
 * that the node waited for, even when the node itself was cancelled while it was queued.
 */
export class WaitNode {
  /** How many nodes it still waits for. */
  waiting = 0;
  /** Nothing more will happen here: the work ended, was cancelled, or there never was any. */
  done = false;
  left = false;
  successors: WaitNode[] | undefined;
  home: WaitNodeHome | undefined;
  /** The call that cannot end before this one. */
  parent: WaitNode | undefined;
  /** What a junction stands for, kept only where somebody explains the graph. */
  sources: WaitNode[] | undefined;
  /** Marks of the last walk that met this node; one for edges, one for {@link WaitGraph.markDependents}. */
  edgeMark = 0;
  dependentMark = 0;
}

/** Who waits for whom. Keeps edges only forwards, and only between nodes that have not left. */
export class WaitGraph {
  #lastMark = 0;
  readonly #explains: boolean;

  /** @param options - `explains`: junctions remember what they stand for, which costs memory until they leave */
  constructor(options: { readonly explains: boolean } = { explains: false }) {
    this.#explains = options.explains;
  }

  /** Makes a node wait for each of the others that has not left, once. */
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

  /** One node that leaves when all the others have left: a lone one itself, else a junction; `undefined` for none. */
  join(others: readonly WaitNode[]): WaitNode | undefined {
    if (others.length < 2) return others[0];
    return this.junction(others);
  }

  /** A junction that leaves when all the others have left. */
  junction(others: readonly WaitNode[]): WaitNode {
    const junction = new WaitNode();
    junction.done = true;
    if (this.#explains) junction.sources = [];
    this.link(junction, others);
    junction.left = junction.waiting === 0;
    return junction;
  }

  /**
   * Ends the work of a node. It leaves as soon as nothing holds it, and takes along what was done and waited only for it.
   *
   * @param onFree - told about each node with work that nothing holds any more; must not change the graph
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
   * Marks the given nodes and everything that cannot end before one of them: what waits for it, and the call that it
   * belongs to, over any number of steps.
   *
   * @returns the mark that those nodes now have as `dependentMark`
   */
  markDependents(nodes: readonly WaitNode[]): number {
    const mark = ++this.#lastMark;
    const open: WaitNode[] = [];
    const meet = (node: WaitNode): void => {
      if (node.dependentMark === mark) return;
      node.dependentMark = mark;
      open.push(node);
    };
    nodes.forEach(meet);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      node.successors?.forEach(meet);
      // A cancelled call that still stands in the queue holds nobody above it back.
      if (node.parent !== undefined && !node.done) meet(node.parent);
    }
    return mark;
  }
}
