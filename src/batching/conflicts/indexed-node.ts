import type { CallProfile } from "./call-profile.js";
import type { Access } from "./resource-node.js";
import { WaitNode } from "./wait-graph.js";

/** A node in an index: with the profile of its call, linked to the calls before and after it. */
export class IndexedNode extends WaitNode {
  accesses: Access | undefined;
  previousIndexed: IndexedNode | undefined;
  nextIndexed: IndexedNode | undefined;
  readonly profile: CallProfile;

  constructor(profile: CallProfile) {
    super();
    this.profile = profile;
  }
}
