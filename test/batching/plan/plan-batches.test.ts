import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallProfile, fileKey, planBatches } from "../../../src/batching/index.js";
import { anyProfile, conflictsByTheBook } from "../reference-conflicts.js";

const call = (name: string, path: string, mode: "read" | "write") => ({
  name,
  profile: { keys: [fileKey(path, mode)] } as CallProfile,
});

/** The algorithm of the Amp specification, line by line. */
function batchByConflict<Call extends { profile: CallProfile }>(calls: readonly Call[]): Call[][] {
  const batches: Call[][] = [];
  let current: Call[] = [];
  for (const tool of calls) {
    if (current.some((other) => conflictsByTheBook(tool.profile, other.profile))) {
      if (current.length > 0) {
        batches.push(current);
        current = [];
      }
    }
    current.push(tool);
  }
  if (current.length > 0) batches.push(current);
  return batches;
}

describe("planBatches", () => {
  it("returns two batches for the example of the Amp specification: Read C conflicts with nothing, so it joins Edit A", () => {
    const calls = [
      call("Read A", "/a", "read"),
      call("Read B", "/b", "read"),
      call("Edit A", "/a", "write"),
      call("Read C", "/c", "read"),
    ];
    expect(planBatches(calls).map((batch) => batch.map(({ name }) => name))).toEqual([
      ["Read A", "Read B"],
      ["Edit A", "Read C"],
    ]);
  });

  it("puts a call without profile, and a serial one, in a separate batch", () => {
    const calls = [call("1", "/a", "read"), { name: "2", profile: "all" as const }, call("3", "/b", "read")];
    expect(planBatches(calls)).toEqual(calls.map((each) => [each]));
  });

  it("returns no batches for no calls", () => {
    expect(planBatches([])).toEqual([]);
  });

  it("groups any calls exactly as the algorithm of the Amp specification", () => {
    fc.assert(
      fc.property(fc.array(anyProfile, { maxLength: 30 }), (profiles) => {
        const calls = profiles.map((profile, id) => ({ id, profile }));
        expect(planBatches(calls)).toEqual(batchByConflict(calls));
      }),
      { numRuns: 500 },
    );
  });
});
