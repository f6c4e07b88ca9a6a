import type { WaitNode } from "./wait-graph.js";

/** Kind of access of one key to a resource. */
export type AccessKind = "read" | "write" | "read-subtree" | "write-subtree";

/** One key of one call that has not left, in the list of its resource. */
export interface Access {
  readonly node: WaitNode;
  readonly kind: AccessKind;
  /**
   * Absent once a later write covers it: a call that conflicts with this access also conflicts with that
   * write, which waits for it.
   */
  resource: ResourceNode | undefined;
  /** Not yet included in a summary of the resource. */
  fresh: boolean;
  previous: Access | undefined;
  next: Access | undefined;
  /** The next access of the same node. */
  sibling: Access | undefined;
}

/**
 * One resource in the tree of all resources, with the accesses that later calls must respect.
 *
 * A write covers an earlier write of the same scope, so there is at most one of each. Two kinds of access
 * cannot be covered, because a call may conflict with one and not with its successor: reads of a subtree
 * (against writes somewhere below) and writes (against reads of a subtree above). And a call that is in another
 * index covers nothing in this one. A join node groups each of those, so that a hundred greps and a hundred edits need two hundred edges, not ten thousand.
 */
export class ResourceNode {
  readonly parent: ResourceNode | undefined;
  readonly segment: string;
  children: Map<string, ResourceNode> | undefined;

  write: Access | undefined;
  reads: Access | undefined;
  subtreeWrite: Access | undefined;
  /** Newest first; the fresh ones come first. */
  subtreeReads: Access | undefined;

  /** Leaves when all reads of this resource itself that are not fresh have left. */
  readSummary: WaitNode | undefined;
  /** Leaves when all subtree reads of this resource that are not fresh have left. */
  subtreeReadSummary: WaitNode | undefined;
  /** Leaves when all writes of this resource and below that were known at the last summary have left. */
  writeSummary: WaitNode | undefined;
  /** Leaves when all reads of this resource and below, of both scopes, that were known then have left. */
  readSummaryBelow: WaitNode | undefined;
  /**
   * Whether there are accesses here or below that `writeSummary` and `readSummaryBelow` do not include. The
   * resource is then listed, too.
   */
  outdated = false;
  /**
   * Whether the parent lists this resource as one whose accesses its summaries do not include. The parent is
   * then outdated.
   */
  listed = false;
  /** No longer in the tree; another resource node may have its name. */
  removed = false;
  firstListed: ResourceNode | undefined;
  previousListed: ResourceNode | undefined;
  nextListed: ResourceNode | undefined;

  constructor(parent: ResourceNode | undefined, segment: string) {
    this.parent = parent;
    this.segment = segment;
  }

  /** Returns the child of that name; creates it if it is missing. */
  child(segment: string): ResourceNode {
    this.children ??= new Map();
    let child = this.children.get(segment);
    if (child === undefined) {
      child = new ResourceNode(this, segment);
      this.children.set(segment, child);
    }
    return child;
  }

  /** Marks this resource and its ancestors: there is an access that their summaries do not include. */
  outdate(): void {
    let resource: ResourceNode = this;
    for (;;) {
      resource.outdated = true;
      const { parent } = resource;
      if (parent === undefined || resource.listed) return;
      resource.listed = true;
      resource.nextListed = parent.firstListed;
      if (parent.firstListed !== undefined) parent.firstListed.previousListed = resource;
      parent.firstListed = resource;
      resource = parent;
    }
  }

  /** Removes the resource from its parent's list. */
  unlist(): void {
    if (!this.listed || this.parent === undefined) return;
    this.listed = false;
    if (this.previousListed === undefined) this.parent.firstListed = this.nextListed;
    else this.previousListed.nextListed = this.nextListed;
    if (this.nextListed !== undefined) this.nextListed.previousListed = this.previousListed;
    this.previousListed = undefined;
    this.nextListed = undefined;
  }

  /** Adds an access to its list. */
  attach(access: Access): void {
    access.resource = this;
    switch (access.kind) {
      case "write":
        this.write = access;
        return;
      case "write-subtree":
        this.subtreeWrite = access;
        return;
      case "read":
        access.next = this.reads;
        this.reads = access;
        break;
      case "read-subtree":
        access.next = this.subtreeReads;
        this.subtreeReads = access;
    }
    if (access.next !== undefined) access.next.previous = access;
  }

  /** Removes an access from its list. */
  detach(access: Access): void {
    access.resource = undefined;
    const { kind, previous, next } = access;
    if (next !== undefined) next.previous = previous;
    if (previous !== undefined) previous.next = next;
    else if (kind === "write") this.write = undefined;
    else if (kind === "write-subtree") this.subtreeWrite = undefined;
    else if (kind === "read") {
      this.reads = next;
      if (next === undefined) this.readSummary = undefined;
    } else {
      this.subtreeReads = next;
      if (next === undefined) this.subtreeReadSummary = undefined;
    }
    // A removed access must not refer to its successors: if it survives a minor garbage collection, so would
    // they, one after another.
    access.previous = undefined;
    access.next = undefined;
  }

  /**
   * Forgets accesses without detaching each of them: either those of the resource itself, or all of it and below. For accesses that
   * are never detached later.
   */
  drop(which: "itself" | "all below"): void {
    this.write = undefined;
    this.reads = undefined;
    this.readSummary = undefined;
    if (which === "itself") return;
    this.subtreeWrite = undefined;
    this.subtreeReads = undefined;
    this.subtreeReadSummary = undefined;
    this.writeSummary = undefined;
    this.readSummaryBelow = undefined;
    this.children = undefined;
    this.firstListed = undefined;
  }

  /** Frees this resource and its ancestors, as far as no call accesses them. */
  prune(): void {
    let resource: ResourceNode = this;
    while (resource.parent !== undefined && resource.children === undefined && resource.#untouched) {
      const { parent } = resource;
      resource.unlist();
      // A subtree write may have detached this resource: its name may belong to a new node by now.
      if (resource.removed || parent.children === undefined) return;
      resource.removed = true;
      parent.children.delete(resource.segment);
      if (parent.children.size > 0) return;
      parent.children = undefined;
      resource = parent;
    }
  }

  get #untouched(): boolean {
    return (
      this.write === undefined &&
      this.reads === undefined &&
      this.subtreeWrite === undefined &&
      this.subtreeReads === undefined
    );
  }
}
