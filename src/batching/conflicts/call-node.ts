import { IndexedNode } from "./access-index.js";
import type { CallProfile } from "./call-profile.js";
import { representedCalls } from "./represented-calls.js";
import type { WaitNode } from "./wait-graph.js";

/** A node in an index that names calls. */
export class CallNode<Call> extends IndexedNode {
  constructor(
    readonly call: Call,
    profile: CallProfile,
    readonly arrival: number,
  ) {
    super(profile);
  }
}

/**
 * Returns the calls that some nodes represent, in order of arrival.
 *
 * @param limit - maximum number of calls to return
 */
export function callsInOrder<Call>(
  nodes: readonly WaitNode[],
  limit = Number.POSITIVE_INFINITY,
): readonly Call[] {
  const [first] = nodes;
  if (first === undefined || limit < 1) return [];
  if (nodes.length === 1 && first instanceof CallNode && !first.left) return [first.call];
  return representedCalls(nodes, isCallNode<Call>, limit)
    .sort((one, other) => one.arrival - other.arrival)
    .map(({ call }) => call);
}

function isCallNode<Call>(node: WaitNode): node is CallNode<Call> {
  return node instanceof CallNode;
}
