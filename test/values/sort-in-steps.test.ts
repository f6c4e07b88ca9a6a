import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortInSteps } from "../../src/values/index.js";

const byKey = (one: { readonly key: number }, other: { readonly key: number }) => one.key - other.key;

describe("sortInSteps", () => {
  it.each([0, 1, 4_096, 4_097, 20_000])("sorts %i values as the native sort does", async (length) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const values = Array.from({ length }, (_, index) => ({
          key: Math.imul(index + seed, 0x9e3779b1) >>> 20,
          index,
        }));
        expect(await sortInSteps(values, byKey)).toEqual([...values].sort(byKey));
      }),
      { numRuns: 5 },
    );
  });

  it("leaves the list unchanged", async () => {
    const values = [{ key: 2 }, { key: 1 }];
    await sortInSteps(values, byKey);
    expect(values).toEqual([{ key: 2 }, { key: 1 }]);
  });
});
