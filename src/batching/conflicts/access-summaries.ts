import type { Access, ResourceNode } from "./resource-node.js";
import type { WaitGraph, WaitNode } from "./wait-graph.js";

/**
 * Join nodes that represent many accesses of the resource tree, kept by the resources.
 *
 * An access is fresh until a summary includes it. So each is joined once per level of the tree, however often the
 * summaries are needed.
 */
export class AccessSummaries {
  readonly #graph: WaitGraph;
  #includeReads = false;

  constructor(graph: WaitGraph) {
    this.#graph = graph;
  }

  /** Returns a node that leaves when all present reads of the resource itself have left. */
  ofReads(resource: ResourceNode): WaitNode | undefined {
    resource.readSummary = this.#withFresh(resource.readSummary, resource.reads);
    return resource.readSummary;
  }

  /** Returns a node that leaves when all present reads of the subtree of the resource have left. */
  ofSubtreeReads(resource: ResourceNode): WaitNode | undefined {
    resource.subtreeReadSummary = this.#withFresh(resource.subtreeReadSummary, resource.subtreeReads);
    return resource.subtreeReadSummary;
  }

  /** Whether `update` must follow when a read is added, too. */
  get includeReads(): boolean {
    return this.#includeReads;
  }

  /**
   * Makes `update` include reads from now on, which an index needs only if calls outside it write subtrees. The
   * first call takes a time linear in the number of resources.
   */
  withReads(root: ResourceNode): void {
    if (this.#includeReads) return;
    this.#includeReads = true;
    const open = [root];
    for (let resource = open.pop(); resource !== undefined; resource = open.pop()) {
      if (resource.reads !== undefined || resource.subtreeReads !== undefined) resource.outdate();
      for (const child of resource.children?.values() ?? []) open.push(child);
    }
  }

  /** Returns a summary that includes the fresh accesses at the start of a list, too. */
  #withFresh(summary: WaitNode | undefined, list: Access | undefined): WaitNode | undefined {
    if (!list?.fresh) return summary;
    const parts: WaitNode[] = [];
    pushPending(summary, parts);
    for (let access: Access | undefined = list; access?.fresh; access = access.next) {
      access.fresh = false;
      parts.push(access.node);
    }
    return this.#graph.join(parts);
  }

  /**
   * Brings the summaries of a resource and below up to date. The recursion depth is limited to that of a path,
   * see `MAX_PATH_SEGMENTS`.
   */
  update(resource: ResourceNode): void {
    if (!resource.outdated) return;
    resource.outdated = false;
    const writes: WaitNode[] = [];
    const reads: WaitNode[] = [];
    pushPending(resource.writeSummary, writes);
    for (const access of [resource.write, resource.subtreeWrite]) {
      if (!access?.fresh) continue;
      access.fresh = false;
      writes.push(access.node);
    }
    if (this.#includeReads) {
      pushPending(resource.readSummaryBelow, reads);
      pushPending(this.ofReads(resource), reads);
      pushPending(this.ofSubtreeReads(resource), reads);
    }
    for (let child = resource.firstListed; child !== undefined; child = resource.firstListed) {
      child.unlist();
      this.update(child);
      pushPending(child.writeSummary, writes);
      pushPending(child.readSummaryBelow, reads);
    }
    resource.writeSummary = this.#graph.join(writes);
    resource.readSummaryBelow = this.#graph.join(reads);
  }
}

/** Adds a node unless it has left. */
export function pushPending(node: WaitNode | undefined, found: WaitNode[]): void {
  if (node !== undefined && !node.left) found.push(node);
}
