import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyJsonInSteps } from "../../../src/runtime/host/copy-json.js";
import { iterationsDuring } from "../../event-loop-iterations.js";

/** A text that makes every value above it long, so that all levels are copied in steps. */
const HEAVY = "x".repeat(1_400_000);

describe("copyJsonInSteps", () => {
  it("returns the same as writing and parsing JSON", async () => {
    const member = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(undefined, Number.NaN, new Date(0), () => 1, Symbol("s"), new Map([[1, 2]]), Object(3)),
    );
    const inner = fc.oneof(fc.array(member), fc.dictionary(fc.string(), member));
    await fc.assert(
      fc.asyncProperty(inner, fc.boolean(), async (value, inList) => {
        const long = inList ? [value, [HEAVY, value], undefined] : { "": value, b: { HEAVY, value } };
        expect(await copyJsonInSteps(long)).toEqual(JSON.parse(JSON.stringify(long)));
      }),
      { numRuns: 40 },
    );
  });

  it("keeps a key __proto__ as a key", async () => {
    const copy = await copyJsonInSteps(JSON.parse(`{"heavy":"${HEAVY}","__proto__":{"a":1}}`));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy as object)).toEqual(["heavy", "__proto__"]);
  });

  it("uses toJSON of long members", async () => {
    const value = { rows: { toJSON: (key: string) => [key, HEAVY] } };
    expect(await copyJsonInSteps(value)).toEqual({ rows: ["rows", HEAVY] });
  });

  it("refuses a value that contains itself, and a small value that is shared too often", async () => {
    const loop: Record<string, unknown> = { HEAVY };
    loop.self = [loop];
    await expect(copyJsonInSteps(loop)).rejects.toThrow("contains itself");
    let shared: unknown = [HEAVY];
    for (let level = 0; level < 40; level += 1) shared = [shared, shared];
    await expect(copyJsonInSteps(shared)).rejects.toThrow("more than 67108864 characters");
  });

  it("yields to the event loop while it copies 400,000 objects", async () => {
    const rows = Array.from({ length: 400_000 }, (_, id) => ({ id, name: `row ${id}`, path: "/a/b" }));
    expect(await iterationsDuring(() => copyJsonInSteps(rows))).toBeGreaterThan(2);
  });
});
