import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOutputIds, outputName, ownsOutputName } from "../../src/truncation/index.js";
import { anyCharacter } from "../any-character.js";

const noChance = (bytes: Uint8Array) => bytes.fill(0);

describe("ids of outputs", () => {
  it("ascend and differ, whatever the clock returns", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 60 }), (steps) => {
        let now = 1_700_000_000_000;
        const next = createOutputIds({ now: () => now, fillRandom: noChance });
        const ids = steps.map((step) => {
          now += step;
          return next();
        });
        expect([...ids].sort()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it("ascend even if more are created in a millisecond than a counter holds", () => {
    const next = createOutputIds({ now: () => 1_700_000_000_000, fillRandom: noChance });
    const ids = Array.from({ length: 3_000 }, next);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(3_000);
  });

  it("sort by time between processes", () => {
    const at = (ms: number) => createOutputIds({ now: () => ms, fillRandom: noChance })();
    const times = [0, 1, 31, 32, 1_023, 1_700_000_000_000, 4_000_000_000_000];
    expect(times.map(at)).toEqual(times.map(at).sort());
  });
});

describe("names of outputs", () => {
  it("identify the owner", () => {
    const id = createOutputIds({ now: Date.now, fillRandom: noChance })();
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (one, other) => {
        const name = outputName(id, one);
        expect(name).toMatch(/^tool_[0-9a-z]{17}_[0-9a-z]{13}$/);
        expect(ownsOutputName(name, ["x", one])).toBe(true);
        expect(ownsOutputName(name, [other])).toBe(one === other);
      }),
    );
    expect(ownsOutputName("tool_1", ["one"])).toBe(false);
    expect(ownsOutputName(`x${outputName(id, "one")}`, ["one"])).toBe(false);
  });
});
