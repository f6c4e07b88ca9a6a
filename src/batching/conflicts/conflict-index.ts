import { AccessIndex } from "./access-index.js";
import { CallNode, callsInOrder } from "./call-node.js";
import type { CallProfile } from "./call-profile.js";
import { WaitGraph, type WaitNode } from "./wait-graph.js";

/**
 * The calls that have not ended, in order of arrival, and their waits.
 *
 * The waits are the smallest set with the same effect as all pairs of conflicting calls: of two edits of one
 * file and a later read, the read waits for the second edit only. Adding and removing cost amortised O(keys ·
 * depth); returning the waits costs as much as the number of waits.
 */
export interface ConflictIndex<Call> {
  /** Calls that have not left. */
  readonly size: number;
  /**
   * Adds a call after all earlier ones. A call can be in the index once: its value is its identity.
   *
   * @param options - `limit`: maximum number of waits to return
   * @returns the earlier calls it waits for directly
   * @throws Error for a call that is already in the index
   */
  add(call: Call, profile: CallProfile, options?: { readonly limit?: number }): readonly Call[];
  /**
   * Removes a call from any position; an unknown call is ignored. A call that still waits keeps its position,
   * without work, until all calls that it waits for have been removed: the order of other calls may depend on
   * it.
   *
   * @returns the calls that no longer wait for any call
   */
  remove(call: Call): readonly Call[];
  /** Returns the calls that a call with this profile would wait for directly. */
  find(profile: CallProfile, options?: { readonly limit?: number }): readonly Call[];
}

/**
 * Creates an empty index.
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
      if (nodes.has(call)) throw new Error("The conflict index already contains this call. Remove it first.");
      const node = new CallNode(call, profile, arrivals++);
      nodes.set(call, node);
      const found: WaitNode[] = [];
      index.add(node, found);
      graph.link(node, found);
      return callsInOrder<Call>(found, options?.limit);
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
      return callsInOrder<Call>(found, options?.limit);
    },
  };
}
