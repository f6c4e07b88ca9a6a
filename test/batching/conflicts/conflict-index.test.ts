import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallProfile,
  conflictBetween,
  createConflictIndex,
  directoryKey,
  fileKey,
  MAX_PATH_SEGMENTS,
  MAX_RESOURCE_KEYS,
} from "../../../src/batching/index.js";
import { startStopwatch } from "../../processor-time.js";
import { anyProfile, conflictsByTheBook, ReferenceIndex } from "../reference-conflicts.js";

/** Returns everything a call waits for, directly or transitively. */
function closure(id: number, waitsOf: ReadonlyMap<number, readonly number[]>): Set<number> {
  const all = new Set<number>();
  const open = [...(waitsOf.get(id) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (all.has(next)) continue;
    all.add(next);
    open.push(...(waitsOf.get(next) ?? []));
  }
  return all;
}

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anyProfile.map((profile) => ({ type: "add" as const, profile })) },
    { weight: 2, arbitrary: fc.nat().map((pick) => ({ type: "remove" as const, pick })) },
  ),
  { maxLength: 60 },
);

describe("createConflictIndex", () => {
  it("orders calls exactly as all pairs would, when calls end and queued calls are cancelled", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const index = createConflictIndex<number>();
        const reference = new ReferenceIndex();
        const direct = new Map<number, readonly number[]>();
        const present = new Set<number>();
        for (const step of list) {
          if (step.type === "add") {
            const id = reference.calls.length;
            const expected = reference.add(step.profile);
            const found = index.add(id, step.profile);
            direct.set(id, found);
            present.add(id);
            expect(found).toEqual([...found].sort((one, other) => one - other));
            for (const earlier of found) {
              expect(conflictsByTheBook(step.profile, reference.calls[earlier]?.profile as CallProfile)).toBe(
                true,
              );
            }
            const unfinished = [...closure(id, direct)].filter((earlier) => !reference.calls[earlier]?.left);
            expect(unfinished).toEqual(expect.arrayContaining([...expected]));
          } else if (present.size > 0) {
            const id = [...present][step.pick % present.size] as number;
            present.delete(id);
            expect([...index.remove(id)].sort()).toEqual(reference.remove(id).sort());
          }
          expect(index.size).toBe(reference.calls.filter(({ left }) => !left).length);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("finds the same waits without adding a call", () => {
    fc.assert(
      fc.property(fc.array(anyProfile, { maxLength: 25 }), anyProfile, (profiles, asked) => {
        const index = createConflictIndex<number>();
        for (const [id, profile] of profiles.entries()) index.add(id, profile);
        const found = index.find(asked);
        expect(index.find(asked)).toEqual(found);
        expect(index.add(-1, asked)).toEqual(found);
      }),
    );
  });

  it("compares keys as conflictBetween does, for any notation and earlier calls", () => {
    const spelling = fc.constantFrom("file:", "directory:", "");
    const root = fc.constantFrom("/", "/", "/", "//", "C:\\", "c:/", "\\\\", "", "./");
    const segment = fc.constantFrom("a", "a", "b", "", ".", "..", "a\\b");
    const separator = fc.constantFrom("/", "/", "/", "\\");
    const key = fc
      .tuple(
        spelling,
        root,
        fc.array(fc.tuple(segment, separator), { maxLength: 5 }),
        fc.constantFrom("a", "b", "", ".", ".."),
      )
      .map(([prefix, start, middle, end]) => prefix + start + middle.flat().join("") + end);
    const profile = fc
      .record({ key, mode: fc.constantFrom("read", "write"), scope: fc.constantFrom("self", "subtree") })
      .map((resource): CallProfile => ({ keys: [resource] }));
    fc.assert(
      fc.property(fc.array(profile, { maxLength: 12 }), profile, (earlier, asked) => {
        const index = createConflictIndex<number>();
        for (const [id, each] of earlier.entries()) index.add(id, each);
        const conflicts = earlier.some((each) => conflictBetween(each, asked) !== undefined);
        expect(index.find(asked).length > 0).toBe(conflicts);
        expect(index.add(-1, asked).length > 0).toBe(conflicts);
      }),
      { numRuns: 1_000 },
    );
  });

  it("distinguishes the segments of a deep path of equal names", () => {
    const index = createConflictIndex<string>();
    const deep = "/d".repeat(MAX_PATH_SEGMENTS + 100);
    index.add("deep", { keys: [fileKey(deep, "read")] });
    index.add("deep, too", { keys: [fileKey(`${deep.slice(0, -2)}/x`, "write")] });
    expect(index.find({ keys: [directoryKey(deep, "read", "subtree")] })).toEqual(["deep, too"]);
  });

  it("omits implied waits: a read after two edits waits for the second", () => {
    const index = createConflictIndex<string>();
    expect(index.add("first", { keys: [fileKey("/a", "write")] })).toEqual([]);
    expect(index.add("second", { keys: [fileKey("/a", "write")] })).toEqual(["first"]);
    expect(index.add("read", { keys: [fileKey("/a", "read")] })).toEqual(["second"]);
  });

  it("does not let a call find itself, whatever its keys", () => {
    const index = createConflictIndex<string>();
    const keys = [directoryKey("/a", "write", "subtree"), fileKey("/a/b", "write"), fileKey("/a/b", "read")];
    expect(index.add("one", { keys: [...keys, ...keys.toReversed()] })).toEqual([]);
    expect(index.remove("one")).toEqual([]);
    expect(index.size).toBe(0);
  });

  it("keeps a resource that was created again when the call that detached its predecessor leaves", () => {
    const index = createConflictIndex<string>();
    index.add("both", { keys: [directoryKey("/a", "write", "subtree"), fileKey("/a/b", "write")] });
    expect(index.add("next", { keys: [fileKey("/a/b", "write")] })).toEqual(["both"]);
    expect(index.remove("both")).toEqual(["next"]);
    expect(index.add("last", { keys: [fileKey("/a/b", "write")] })).toEqual(["next"]);
  });

  it("returns at most the requested number of waits", () => {
    const index = createConflictIndex<number>();
    for (let id = 0; id < 10; id++) index.add(id, { keys: [fileKey("/a", "read")] });
    expect(index.add(10, { keys: [fileKey("/a", "write")] }, { limit: 3 })).toHaveLength(3);
    for (let id = 11; id < 20; id++) index.add(id, { keys: [fileKey("/b", "read")] });
    expect(index.find("all", { limit: 2 })).toHaveLength(2);
    expect(index.find("all")).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  it("refuses a call that is already present and ignores an unknown one", () => {
    const index = createConflictIndex<string>();
    index.add("x", "all");
    expect(() => index.add("x", "all")).toThrow("already");
    expect(index.remove("y")).toEqual([]);
    expect(index.remove("x")).toEqual([]);
    expect(index.remove("x")).toEqual([]);
  });

  it("treats a million keys as a call that touches everything, immediately", () => {
    const index = createConflictIndex<string>();
    const keys = new Array(1_000_000).fill(fileKey("/a", "read"));
    const elapsedMs = startStopwatch();
    index.add("many", { keys });
    expect(index.add("other", { keys: [fileKey("/b", "read")] })).toEqual(["many"]);
    expect(elapsedMs()).toBeLessThan(500);
  });

  it("handles a call with the maximum number of keys", () => {
    const index = createConflictIndex<string>();
    const keys = Array.from({ length: MAX_RESOURCE_KEYS }, (_, at) => fileKey(`/d/${at}`, "write"));
    index.add("many", { keys });
    expect(index.add("one", { keys: [fileKey("/d/77", "read")] })).toEqual(["many"]);
    expect(index.add("beside", { keys: [fileKey("/e", "write")] })).toEqual([]);
    expect(index.remove("many")).toEqual(["one"]);
  });

  it.each<[string, (index: ReturnType<typeof createConflictIndex<number>>, id: number) => void]>([
    [
      "among searches",
      (index, id) => {
        const folder = `/work/${id % 7}/${id}`;
        index.add(id, { keys: [fileKey(`${folder}/a`, "write"), directoryKey(folder, "read", "subtree")] });
        if (id % 50 === 0) index.find({ keys: [directoryKey("/", "read", "subtree")] });
      },
    ],
    [
      "in a folder that stays in use",
      (index, id) => index.add(id, { keys: [fileKey(`/elsewhere/${id}`, "write")] }),
    ],
    ["of names", (index, id) => index.add(id, { keys: [{ key: `network:${id}`, mode: "write" }] })],
  ])("frees the memory of calls when they have left: %s", (_, add) => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const index = createConflictIndex<number>();
    // A call that never ends: everything else must be freed all the same.
    index.add(-1, { keys: [fileKey("/elsewhere/in-use", "read")] });
    const churn = (from: number, calls: number) => {
      for (let id = from; id < from + calls; id++) {
        add(index, id);
        if (id - from >= 20) index.remove(id - 20);
      }
      for (let id = from + calls - 20; id < from + calls; id++) index.remove(id);
    };
    churn(0, 5_000);
    collect();
    const before = process.memoryUsage().heapUsed;
    churn(5_000, 50_000);
    collect();
    expect(index.size).toBe(1);
    // One kept call takes about 500 bytes; fewer than one in twenty of the 50,000 may remain.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000);
  });
});
