import { AccessIndex } from "./access-index.js";
import type { CallProfile } from "./call-profile.js";
import { callsBehind } from "./calls-behind.js";
import { IndexedNode } from "./indexed-node.js";
import { WaitGraph, type WaitNode } from "./wait-graph.js";

/**
 * The calls that have not ended, in order of arrival, and who waits for whom.
 *
 * The waits are the fewest with the same effect as all pairs of conflicting calls: of two edits of one file and a read
 * after them, the read waits for the second edit only. Adding and removing cost O(keys · depth), amortised; telling the
 * waits costs as much as there is to tell.
 */
export interface ConflictIndex<Call> {
  /** Calls that have not left. */
  readonly size: number;
  /**
   * Puts a call behind all earlier ones. A call is in the index once: the value is its identity.
   *
   * @param options - `limit`: how many waits to tell at most
   * @returns the earlier calls it waits for directly
   * @throws Error for a call that is there already
   */
  add(call: Call, profile: CallProfile, options?: { readonly limit?: number }): readonly Call[];
  /**
   * Ends a call, wherever it stands; one that is not there is ignored. A call that still waits keeps its place, without
   * work, until all it waits for has been removed: others may rely on it for their order.
   *
   * @returns the calls that nothing holds any more
   */
  remove(call: Call): readonly Call[];
  /** The calls that a call with this profile would wait for directly. */
  find(profile: CallProfile, options?: { readonly limit?: number }): readonly Call[];
}

/**
 * Makes an empty index.
 *
 * @example
 * const index = createConflictIndex<string>();
 * index.add("read", { keys: [fileKey("/a", "read")] }); // []
 * index.add("edit", { keys: [fileKey("/a", "write")] }); // ["read"]
 * index.remove("read"); // ["edit"]
 */
export function createConflictIndex<Call>(): ConflictIndex<Call> {
  const graph = new WaitGraph({ explains: true });
  const index = new AccessIndex(graph);
  const nodes = new Map<Call, CallNode<Call>>();
  let arrivals = 0;
  return {
    get size() {
      return index.size;
    },
    add(call, profile, options) {
      if (nodes.has(call)) throw new Error("This call is in the conflict index already; remove it first.");
      const node = new CallNode(call, profile, arrivals++);
      nodes.set(call, node);
      const found: WaitNode[] = [];
      index.add(node, found);
      graph.link(node, found);
      return inOrder<Call>(found, options?.limit);
    },
    remove(call) {
      const free: Call[] = [];
      const node = nodes.get(call);
      nodes.delete(call);
      if (node !== undefined) graph.finish(node, (freed) => free.push((freed as CallNode<Call>).call));
      return free;
    },
    find(profile, options) {
      const found: WaitNode[] = [];
      index.find(profile, found);
      return inOrder<Call>(found, options?.limit);
    },
  };
}

class CallNode<Call> extends IndexedNode {
  constructor(
    readonly call: Call,
    profile: CallProfile,
    readonly arrival: number,
  ) {
    super(profile);
  }
}

/** The calls that some nodes stand for, in order of arrival. */
function inOrder<Call>(nodes: readonly WaitNode[], limit = Number.POSITIVE_INFINITY): readonly Call[] {
  const [first] = nodes;
  if (first === undefined || limit < 1) return [];
  if (nodes.length === 1 && first instanceof CallNode && !first.left) return [first.call];
  return callsBehind(nodes, isCallNode<Call>, limit)
    .sort((one, other) => one.arrival - other.arrival)
    .map(({ call }) => call);
}

function isCallNode<Call>(node: WaitNode): node is CallNode<Call> {
  return node instanceof CallNode;
}
