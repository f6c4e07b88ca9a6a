import { describe, expect, it } from "vitest";
import { AccessIndex, IndexedNode } from "../../../src/batching/conflicts/access-index.js";
import { WaitGraph, type WaitNode } from "../../../src/batching/conflicts/wait-graph.js";
import { type CallProfile, directoryKey, fileKey } from "../../../src/batching/index.js";

/** Counts the edges that it adds, including those of join nodes. */
class CountingGraph extends WaitGraph {
  edges = 0;
  override link(node: WaitNode, others: readonly WaitNode[]): void {
    this.edges += others.length;
    super.link(node, others);
  }
}

const write = (path: string): CallProfile => ({ keys: [fileKey(path, "write")] });
const read = (path: string): CallProfile => ({ keys: [fileKey(path, "read")] });
const search = (path: string): CallProfile => ({ keys: [directoryKey(path, "read", "subtree")] });
const folders = ["/", "/s", "/s/0", "/s/1", "/s/0/0"];

describe("AccessIndex", () => {
  it.each<[string, (index: number) => CallProfile]>([
    ["one writer after another", () => write("/a")],
    ["many readers, then writers, of one file", (index) => (index % 100 === 0 ? write("/a") : read("/a"))],
    [
      "edits of many files, then searches over all",
      (index) => (index < 5_000 ? write(`/s/${index}`) : search("/s")),
    ],
    [
      "searches over all files, then edits of many",
      (index) => (index < 5_000 ? search("/s") : write(`/s/${index}`)),
    ],
    ["searches and edits alternately", (index) => (index % 2 === 0 ? write(`/s/${index}`) : search("/s"))],
    [
      "searches on all levels and edits",
      (index) =>
        index % 2 === 0
          ? write(`/s/${index % 3}/${index % 7}/${index}`)
          : search(folders[index % 5] as string),
    ],
    ["reads and serial calls alternately", (index) => (index % 2 === 0 ? read(`/s/${index}`) : "all")],
    ["many reads between serial calls", (index) => (index % 1_000 === 0 ? "all" : read(`/s/${index}`))],
    [
      "deleted folders and edits in them",
      (index) =>
        index % 3 === 0
          ? { keys: [directoryKey(`/s/${index % 5}`, "write", "subtree")] }
          : write(`/s/${index % 5}/${index}`),
    ],
  ])("orders 10,000 calls with a linear number of edges: %s", (_, profileOf) => {
    const graph = new CountingGraph();
    const index = new AccessIndex(graph);
    const nodes: IndexedNode[] = [];
    for (let call = 0; call < 10_000; call++) {
      const node = new IndexedNode(profileOf(call));
      const found: WaitNode[] = [];
      index.add(node, found);
      graph.link(node, found);
      nodes.push(node);
    }
    // All pairs would be up to fifty million edges.
    expect(graph.edges).toBeLessThan(60_000);
    const order: WaitNode[] = nodes.filter(({ waiting }) => waiting === 0);
    for (const node of order) graph.finish(node, (freed) => order.push(freed));
    expect(order).toHaveLength(10_000);
    expect(index.size).toBe(0);
  });
});
