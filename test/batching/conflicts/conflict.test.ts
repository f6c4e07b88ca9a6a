import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallProfile,
  conflictBetween,
  directoryKey,
  fileKey,
  MAX_PATH_SEGMENTS,
  MAX_RESOURCE_KEYS,
} from "../../../src/batching/index.js";
import { startStopwatch } from "../../processor-time.js";
import { anyProfile, conflictsByTheBook } from "../reference-conflicts.js";

const read = (path: string): CallProfile => ({ keys: [fileKey(path, "read")] });
const write = (path: string): CallProfile => ({ keys: [fileKey(path, "write")] });
const below = (path: string, mode: "read" | "write"): CallProfile => ({
  keys: [directoryKey(path, mode, "subtree")],
});
const bash: CallProfile = { keys: "all", reason: "Bash runs alone" };

describe("conflictBetween", () => {
  it.each<[string, CallProfile, CallProfile, string | undefined]>([
    ["two reads of one file", read("/x"), read("/x"), undefined],
    ["a write, then a read", write("/x"), read("/x"), "both touch /x, the first writes"],
    ["a read, then a write", read("/x"), write("/x"), "both touch /x, the second writes"],
    ["two writes", write("/x"), write("/x"), "both write /x"],
    ["two files", write("/x"), write("/y"), undefined],
    ["a file whose name begins like another", write("/x"), write("/xy"), undefined],
    ["a serial call", bash, read("/x"), "Bash runs alone"],
    ["a serial call and one that touches nothing", { keys: [] }, bash, "Bash runs alone"],
    ["a call without profile", "all", { keys: [] }, "one of them may touch anything"],
    ["two calls that touch nothing", { keys: [] }, { keys: [] }, undefined],
    [
      "a search above an edit",
      below("/src", "read"),
      write("/src/a.ts"),
      "the first reads all below /src, the second writes /src/a.ts",
    ],
    [
      "an edit below a search",
      write("/src/a.ts"),
      below("/src", "read"),
      "the first writes /src/a.ts, the second reads all below /src",
    ],
    ["a search and an edit beside it", below("/src", "read"), write("/source/a.ts"), undefined],
    [
      "a search of the root",
      below("/", "read"),
      write("/a/b/c"),
      "the first reads all below /, the second writes /a/b/c",
    ],
    ["two searches, one inside the other", below("/", "read"), below("/a", "read"), undefined],
    [
      "a deleted folder and a read inside",
      below("/a", "write"),
      read("/a/b"),
      "the first writes all below /a, the second reads /a/b",
    ],
    ["a folder itself and a file in it", { keys: [directoryKey("/a", "write")] }, write("/a/b"), undefined],
    [
      "file: and directory: of one path",
      { keys: [directoryKey("/a", "write")] },
      read("/a"),
      "both touch /a, the first writes",
    ],
    [
      "a bare path, as in the Amp specification",
      { keys: [{ key: "/a", mode: "write" }] },
      read("/a"),
      "both touch /a, the first writes",
    ],
    [
      "names",
      { keys: [{ key: "user", mode: "write" }] },
      { keys: [{ key: "user", mode: "write" }] },
      "both write user",
    ],
    [
      "different names",
      { keys: [{ key: "network:a", mode: "write" }] },
      { keys: [{ key: "network:b", mode: "write" }] },
      undefined,
    ],
    ["a name like a path segment", { keys: [{ key: "a", mode: "write" }] }, below("/", "write"), undefined],
  ])("decides whether these conflict: %s", (_, first, second, reason) => {
    expect(conflictBetween(first, second)?.reason).toBe(reason);
  });

  it.each<[string, string, string]>([
    ["repeated and trailing separators", "file:/a//b/", "file:/a/b"],
    ["single dots", "file:/a/./b", "file:/a/b"],
    ["both separators on Windows", "file:C:\\a\\b", "directory:C:/a/b"],
    ["drive letters in both cases", "file:c:\\a", "file:C:\\a"],
    ["shares", "file:\\\\server\\share\\a", "file:\\\\server/share/a"],
    ["the empty authority of a URL", "file:///a/b", "file:/a/b"],
  ])("treats %s as one resource", (_, one, other) => {
    expect(
      conflictBetween({ keys: [{ key: one, mode: "write" }] }, { keys: [{ key: other, mode: "read" }] }),
    ).toBeDefined();
  });

  it.each<[string, string, string]>([
    ["a backslash in a POSIX name", "file:/a\\b", "file:/a/b"],
    ["drives", "file:C:\\a", "file:D:\\a"],
    ["case", "file:/a/B", "file:/a/b"],
    ["relative and absolute", "file:a/b", "file:/a/b"],
  ])("distinguishes keys by %s", (_, one, other) => {
    expect(
      conflictBetween({ keys: [{ key: one, mode: "write" }] }, { keys: [{ key: other, mode: "write" }] }),
    ).toBeUndefined();
  });

  it("treats a path with .. as the whole tree, because its target is unknown", () => {
    expect(conflictBetween(write("/a/link/../b"), read("/x/y"))).toBeDefined();
    expect(conflictBetween(write("C:\\a\\..\\b"), read("C:\\x"))).toBeDefined();
  });

  it("truncates extremely deep paths to a subtree instead of walking them", () => {
    const deep = "/d".repeat(MAX_PATH_SEGMENTS * 200);
    expect(conflictBetween(write(`${deep}/x`), read(`${deep}/y`))).toBeDefined();
    expect(conflictBetween(write(`/other${deep}`), read(`${deep}/y`))).toBeUndefined();
  });

  it("treats a call with too many keys as one that touches everything", () => {
    const keys = Array.from({ length: MAX_RESOURCE_KEYS + 1 }, (_, index) =>
      fileKey(`/many/${index}`, "read"),
    );
    expect(conflictBetween({ keys }, read("/x"))?.reason).toContain(`${MAX_RESOURCE_KEYS + 1} resource keys`);
    expect(conflictBetween({ keys: keys.slice(1) }, write("/x"))).toBeUndefined();
  });

  it("finds the one common file of two calls with ten thousand keys each in linear time", () => {
    const many = (folder: string) =>
      Array.from({ length: MAX_RESOURCE_KEYS - 1 }, (_, index) => fileKey(`/${folder}/${index}`, "write"));
    const first = { keys: [...many("a"), fileKey("/common", "read")] };
    const second = { keys: [fileKey("/common", "write"), ...many("b")] };
    const elapsedMs = startStopwatch();
    expect(conflictBetween(first, second)).toEqual({
      key: "file:/common",
      reason: "both touch /common, the second writes",
    });
    // Ten thousand times ten thousand comparisons would take seconds.
    expect(elapsedMs()).toBeLessThan(1_000);
  });

  it("agrees with the reference rules", () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, (first, second) => {
        expect(conflictBetween(first, second) !== undefined).toBe(conflictsByTheBook(first, second));
      }),
      { numRuns: 2_000 },
    );
  });

  it("works symmetrically: swapped calls share the key and swap the first and the second", () => {
    const swapped = (reason: string) =>
      reason
        .split(", ")
        .map((part) =>
          part.replace(/the (first|second)/g, (_, which) => (which === "first" ? "THE SECOND" : "THE FIRST")),
        )
        .map((part) => part.toLowerCase())
        .sort((one, other) => (one.startsWith("the") && other.startsWith("the") ? (one < other ? -1 : 1) : 0))
        .join(", ");
    fc.assert(
      fc.property(anyProfile, anyProfile, (first, second) => {
        const forwards = conflictBetween(first, second);
        const backwards = conflictBetween(second, first);
        expect(backwards?.key).toBe(forwards?.key);
        if (forwards?.key === undefined) expect(backwards?.reason).toBe(forwards?.reason);
        else expect(backwards?.reason.toLowerCase()).toBe(swapped(forwards.reason));
      }),
      { numRuns: 2_000 },
    );
  });
});
