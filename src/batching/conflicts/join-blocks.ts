import type { WaitGraph, WaitNode } from "./wait-graph.js";

/** A call of a list, with the nodes that represent the blocks that begin with it, by the level of the block. */
export interface BlockNode extends WaitNode {
  readonly position: number;
  joins: (WaitNode | undefined)[] | undefined;
}

/** Some calls of a list. */
export interface BlockSearch {
  readonly graph: WaitGraph;
  /** All present calls of the list, by position. */
  readonly others: readonly BlockNode[];
  /** How many of the calls before an index must not be waited for. */
  readonly skipped: readonly number[];
  /** Position of the next call of the list. */
  readonly end: number;
  /** Whether a node must be waited for. */
  readonly counts: (node: WaitNode) => boolean;
}

/** Some successive calls: those of a block of `2 ** level` positions. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

/**
 * Adds nodes to `found` that represent the calls of a list for which a call must wait.
 *
 * Whoever waits for all calls of a block waits for one node that represents the block. So thousands of calls, of which
 * each must wait for all calls of a list but some, need few edges each.
 */
export function joinBlocks(search: BlockSearch, found: WaitNode[]): void {
  const { others, skipped, end, counts } = search;
  const count = others.length;
  if (count === 0) return;
  const last = others[count - 1] as BlockNode;
  const open: Block[] = [{ from: 0, to: count, level: Math.ceil(Math.log2(last.position + 2)) }];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    const { from, to, level } = block;
    const skippedHere = (skipped[to] ?? 0) - (skipped[from] ?? 0);
    if (skippedHere === to - from) continue;
    if (to - from === 1) {
      found.push(others[from] as BlockNode);
      continue;
    }
    // A block that may still grow has no node.
    const isComplete = skippedHere === 0 && blockStart(others, block) + 2 ** level <= end;
    const joined = isComplete ? nodeOf(search, block) : undefined;
    if (joined !== undefined && counts(joined)) found.push(joined);
    else open.push(...halvesOf(others, block).reverse());
  }
}

/**
 * Returns the node that represents a complete block; `undefined` if a part of it must not be waited for: it may represent
 * a cancelled call, too.
 */
function nodeOf(search: BlockSearch, block: Block): WaitNode | undefined {
  const { others, counts, graph } = search;
  const first = others[block.from] as BlockNode;
  if (block.to - block.from === 1) return first;
  const known = first.joins?.[block.level];
  if (known !== undefined && !known.left) return known;
  const parts: WaitNode[] = [];
  for (const half of halvesOf(others, block)) {
    const part = nodeOf(search, half);
    if (part === undefined || !counts(part)) return undefined;
    parts.push(part);
  }
  const joined = parts.length === 1 ? (parts[0] as WaitNode) : graph.joinNode(parts);
  first.joins ??= [];
  first.joins[block.level] = joined;
  return joined;
}

/** Returns the halves of a block that contain calls. */
function halvesOf(others: readonly BlockNode[], { from, to, level }: Block): Block[] {
  const border = blockStart(others, { from, to, level }) + 2 ** (level - 1);
  let [middle, high] = [from, to];
  while (middle < high) {
    const at = (middle + high) >> 1;
    if ((others[at] as BlockNode).position < border) middle = at + 1;
    else high = at;
  }
  const halves = [
    { from, to: middle, level: level - 1 },
    { from: middle, to, level: level - 1 },
  ];
  return halves.filter((half) => half.from < half.to);
}

/** Returns the first position of a block. */
function blockStart(others: readonly BlockNode[], { from, level }: Block): number {
  const { position } = others[from] as BlockNode;
  return position - (position % 2 ** level);
}
