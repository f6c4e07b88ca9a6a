import { describe, expect, it } from "vitest";
import { MAX_RESOURCE_KEYS, profileOfKeys } from "../../../src/batching/index.js";
import { startStopwatch } from "../../processor-time.js";

describe("profileOfKeys", () => {
  it("returns well-formed keys unchanged", () => {
    const keys = [
      { key: "file:/a", mode: "read" },
      { key: "directory:/b", mode: "write", scope: "subtree" },
    ];
    expect(profileOfKeys(keys, "Move")).toEqual({ keys });
    expect(profileOfKeys([], "Think")).toEqual({ keys: [] });
  });

  it.each<[unknown, string]>([
    [undefined, "the resource keys of Edit are not a list but undefined"],
    ["file:/a", 'the resource keys of Edit are not a list but "file:/a"'],
    [{ 0: "x", length: 1 }, "the resource keys of Edit are not a list but an object"],
    [Promise.resolve([]), "the resource keys of Edit are not a list but an object"],
    [[null], "resource key 1 of Edit is not an object but null"],
    [["file:/a"], 'resource key 1 of Edit is not an object but "file:/a"'],
    [[{ mode: "read" }], "resource key 1 of Edit needs a non-empty string as key, but has undefined"],
    [[{ key: "", mode: "read" }], 'resource key 1 of Edit needs a non-empty string as key, but has ""'],
    [[{ key: "a", mode: "rw" }], 'resource key 1 of Edit needs the mode read or write, but has "rw"'],
    [
      [
        { key: "a", mode: "read" },
        { key: "b", mode: "read", scope: "all" },
      ],
      'resource key 2 of Edit needs the scope self or subtree, but has "all"',
    ],
    // A hole is a key that was never set.
    [new Array(2), "resource key 1 of Edit is not an object but undefined"],
  ])("treats %o as a call that may touch anything", (keys, reason) => {
    expect(profileOfKeys(keys, "Edit")).toEqual({ keys: "all", reason });
  });

  it("does not read a million keys", () => {
    const elapsedMs = startStopwatch();
    expect(profileOfKeys(new Array(1_000_000).fill({ key: "a", mode: "read" }), "Edit")).toEqual({
      keys: "all",
      reason: `Edit has 1000000 resource keys, more than the maximum of ${MAX_RESOURCE_KEYS}`,
    });
    expect(elapsedMs()).toBeLessThan(500);
  });
});
