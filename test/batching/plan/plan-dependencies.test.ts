import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallProfile,
  directoryKey,
  fileKey,
  MAX_NAMED_CONFLICTS,
  MAX_NAMED_WAITS,
  planBatches,
  planDependencies,
  planDependenciesInSteps,
} from "../../../src/batching/index.js";
import { iterationsDuring } from "../../event-loop-iterations.js";
import { anyProfile, conflictsByTheBook } from "../reference-conflicts.js";

const call = (id: string, profile: CallProfile) => ({ id, profile });

describe("planDependencies", () => {
  it("names batches, waits and conflicts with key and reason", () => {
    const plan = planDependencies([
      call("1", { keys: [fileKey("/w/a", "read")] }),
      call("2", { keys: [directoryKey("/w", "read", "subtree")] }),
      call("3", { keys: [fileKey("/w/a", "write")] }),
      call("4", { keys: "all", reason: "Bash runs alone" }),
      call("5", "all"),
    ]);
    expect(plan).toEqual({
      calls: [
        { callId: "1", resourceKeys: [fileKey("/w/a", "read")], waitsFor: [] },
        { callId: "2", resourceKeys: [directoryKey("/w", "read", "subtree")], waitsFor: [] },
        { callId: "3", resourceKeys: [fileKey("/w/a", "write")], waitsFor: ["1", "2"] },
        // The waits of the edit are not repeated.
        { callId: "4", resourceKeys: "all", waitsFor: expect.arrayContaining(["3"]) },
        { callId: "5", resourceKeys: "all", waitsFor: ["4"] },
      ],
      batches: [["1", "2"], ["3"], ["4"], ["5"]],
      conflicts: expect.arrayContaining([
        { earlier: "1", later: "3", key: "file:/w/a", reason: "both touch /w/a, the second writes" },
        {
          earlier: "2",
          later: "3",
          key: "file:/w/a",
          reason: "the first reads all below /w, the second writes /w/a",
        },
        { earlier: "3", later: "4", reason: "Bash runs alone" },
        { earlier: "4", later: "5", reason: "Bash runs alone" },
      ]),
    });
  });

  it("reports when a call waits for more calls than it names", () => {
    const reads = Array.from({ length: MAX_NAMED_WAITS + 1 }, (_, id) =>
      call(`${id}`, { keys: [fileKey("/a", "read")] }),
    );
    const [exactly, more] = [reads.slice(1), reads].map((calls) =>
      planDependencies([...calls, call("edit", { keys: [fileKey("/a", "write")] })]).calls.at(-1),
    );
    expect(exactly?.waitsFor).toHaveLength(MAX_NAMED_WAITS);
    expect(exactly).not.toHaveProperty("waitsForMore");
    expect(more?.waitsFor).toHaveLength(MAX_NAMED_WAITS);
    expect(more?.waitsForMore).toBe(true);
  });

  it("limits a plan of thousands of edits and thousands of searches over all of them", () => {
    const calls = Array.from({ length: 4_000 }, (_, id) =>
      call(`${id}`, {
        keys: [id < 2_000 ? fileKey(`/s/${id}`, "write") : directoryKey("/s", "read", "subtree")],
      }),
    );
    const plan = planDependencies(calls);
    expect(plan.conflicts.length).toBeLessThan(MAX_NAMED_CONFLICTS + MAX_NAMED_WAITS + calls.length);
    const searches = plan.calls.slice(2_000);
    expect(searches.every(({ waitsFor, waitsForMore }) => waitsFor.length > 0 && waitsForMore)).toBe(true);
    expect(plan.batches.map(({ length }) => length)).toEqual([2_000, 2_000]);
  });

  it("names real conflicts only, one reason for each wait, and leaves no conflicting pair unordered", () => {
    fc.assert(
      fc.property(fc.array(anyProfile, { maxLength: 25 }), (profiles) => {
        const calls = profiles.map((profile, id) => call(`${id}`, profile));
        const plan = planDependencies(calls);
        expect(plan.batches).toEqual(planBatches(calls).map((batch) => batch.map(({ id }) => id)));
        expect(plan.conflicts.map(({ earlier, later }) => [earlier, later])).toEqual(
          plan.calls.flatMap(({ callId, waitsFor }) => waitsFor.map((earlier) => [earlier, callId])),
        );
        const before = new Map<string, Set<string>>();
        for (const { callId, waitsFor } of plan.calls) {
          before.set(callId, new Set(waitsFor.flatMap((id) => [id, ...(before.get(id) ?? [])])));
        }
        for (const [later, second] of calls.entries()) {
          for (const first of calls.slice(0, later)) {
            if (conflictsByTheBook(first.profile, second.profile))
              expect(before.get(second.id)).toContain(first.id);
          }
        }
        for (const { earlier, later } of plan.conflicts) {
          const [first, second] = [calls[Number(earlier)], calls[Number(later)]];
          expect(first && second && conflictsByTheBook(first.profile, second.profile)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  const steps = [
    call("1", { keys: [fileKey("/a", "read")] }),
    call("2", { keys: [fileKey("/b", "read")] }),
    call("3", { keys: [fileKey("/a", "write")] }),
    call("4", { keys: [fileKey("/c", "read")] }),
    call("5", { keys: [fileKey("/c", "write")] }),
  ];

  it("obeys the strategy batches: each call waits for the whole batch before it", () => {
    const plan = planDependencies(steps, { strategy: "batches" });
    expect(plan.batches).toEqual([["1", "2"], ["3", "4"], ["5"]]);
    expect(plan.calls.map(({ waitsFor }) => waitsFor)).toEqual([[], [], ["1", "2"], ["1", "2"], ["3", "4"]]);
    expect(plan.conflicts).toHaveLength(6);
    expect(plan.conflicts.find(({ later, earlier }) => later === "3" && earlier === "1")?.key).toBe(
      "file:/a",
    );
    expect(plan.conflicts.find(({ later, earlier }) => later === "4" && earlier === "1")?.reason).toBe(
      'the strategy "batches" runs one batch after the other',
    );
  });

  it("obeys the strategy serial: each call waits for the call before it", () => {
    const plan = planDependencies(steps, { strategy: "serial" });
    expect(plan.batches).toEqual([["1"], ["2"], ["3"], ["4"], ["5"]]);
    expect(plan.calls.map(({ waitsFor }) => waitsFor)).toEqual([[], ["1"], ["2"], ["3"], ["4"]]);
    expect(plan.conflicts.filter(({ reason }) => reason.includes("serial"))).toHaveLength(3);
    expect(plan.conflicts.find(({ later }) => later === "5")?.key).toBe("file:/c");
  });
});

describe("planDependenciesInSteps", () => {
  it("returns the plan of planDependencies for any calls and strategy", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyProfile, { maxLength: 25 }),
        fc.constantFrom("dependency", "batches", "serial"),
        async (profiles, strategy) => {
          const calls = profiles.map((profile, id) => call(`${id}`, profile));
          expect(await planDependenciesInSteps(calls, { strategy })).toEqual(
            planDependencies(calls, { strategy }),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each(["dependency", "batches"] as const)(
    "yields during a plan of 40,000 calls: %s",
    async (strategy) => {
      const calls = Array.from({ length: 40_000 }, (_, id) =>
        call(`${id}`, { keys: [fileKey(`/w/${id % 100}`, id % 3 === 0 ? "write" : "read")] }),
      );
      // One step has one or two iterations.
      expect(await iterationsDuring(() => planDependenciesInSteps(calls, { strategy }))).toBeGreaterThan(4);
    },
  );
});
