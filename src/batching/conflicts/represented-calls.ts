import type { WaitNode } from "./wait-graph.js";

/**
 * The calls that some nodes stand for, junctions dissolved, each once, in no order. Sees through junctions only in a graph that
 * explains them.
 *
 * @param limit - how many to give at most
 */
export function callsBehind<Call extends WaitNode>(
  nodes: readonly WaitNode[],
  isCall: (node: WaitNode) => node is Call,
  limit = Number.POSITIVE_INFINITY,
): Call[] {
  const behind: Call[] = [];
  const met = new Set<WaitNode>();
  // Lists half read: with a limit, a junction of thousands costs no more than the few that are told.
  const open = [{ list: nodes, left: nodes.length }];
  for (let top = open.at(-1); top !== undefined && behind.length < limit; top = open.at(-1)) {
    const node = top.list[--top.left];
    if (node === undefined) {
      open.pop();
      continue;
    }
    if (node.left || met.has(node)) continue;
    met.add(node);
    if (isCall(node)) behind.push(node);
    else if (node.sources !== undefined) open.push({ list: node.sources, left: node.sources.length });
  }
  return behind;
}
