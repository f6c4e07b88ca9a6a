import type { WaitNode } from "./wait-graph.js";

/**
 * Returns the calls that some nodes represent, in no order and without duplicates. Join nodes are expanded
 * only in a graph that keeps their sources.
 *
 * @param limit - maximum number of calls to return
 */
export function representedCalls<Call extends WaitNode>(
  nodes: readonly WaitNode[],
  isCall: (node: WaitNode) => node is Call,
  limit = Number.POSITIVE_INFINITY,
): Call[] {
  const calls: Call[] = [];
  const met = new Set<WaitNode>();
  // Partly read lists: with a limit, a join node of thousands costs no more than the few calls that are
  // returned.
  const open = [{ list: nodes, left: nodes.length }];
  for (let top = open.at(-1); top !== undefined && calls.length < limit; top = open.at(-1)) {
    const node = top.list[--top.left];
    if (node === undefined) {
      open.pop();
      continue;
    }
    if (node.left || met.has(node)) continue;
    met.add(node);
    if (isCall(node)) calls.push(node);
    else if (node.sources !== undefined) open.push({ list: node.sources, left: node.sources.length });
  }
  return calls;
}
