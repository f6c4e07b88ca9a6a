import type { Access } from "./access-place.js";
import type { CallProfile } from "./call-profile.js";
import { WaitNode } from "./wait-graph.js";

/** A node as an index holds it: with what the call touches, between the calls before and after it. */
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
