import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AccessDirectory } from "../../../src/batching/conflicts/access-directory.js";
import { type CallProfile, directoryKey, fileKey } from "../../../src/batching/index.js";
import { anyProfile, conflictsByTheBook } from "../reference-conflicts.js";

describe("a directory of accesses", () => {
  it("finds exactly the owners of conflicting calls, whatever was added and deleted before", () => {
    const entry = fc.record({ profile: anyProfile, owner: fc.nat(4), stays: fc.boolean() });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), anyProfile, (entries, profile) => {
        const directory = new AccessDirectory<number>();
        for (const each of entries) directory.add(each.profile, each.owner);
        for (const each of entries) if (!each.stays) directory.delete(each.profile, each.owner);
        const conflicting = entries.filter((each) => each.stays && conflictsByTheBook(each.profile, profile));
        expect([...directory.find(profile)].sort()).toEqual(
          [...new Set(conflicting.map(({ owner }) => owner))].sort(),
        );
      }),
    );
  });

  it("keeps nothing of deleted calls", () => {
    const directory = new AccessDirectory<string>();
    const profiles: readonly CallProfile[] = [
      "all",
      { keys: [] },
      { keys: [fileKey("/a/b", "write"), directoryKey("/a", "read", "subtree")] },
    ];
    for (const profile of profiles) directory.add(profile, "agent");
    for (const profile of profiles) directory.delete(profile, "agent");
    expect(directory).toEqual(new AccessDirectory());
    expect(directory.find("all")).toEqual(new Set());
  });
});
