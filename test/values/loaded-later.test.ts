import { describe, expect, it } from "vitest";
import { loadedLater } from "../../src/values/index.js";

interface Port {
  first(value: number): Promise<string>;
  second?(): Promise<void>;
}

const METHODS = { first: true, second: true } as const;

describe("methods that are loaded later", () => {
  it("load their object once, at the first call, and keep the order of the calls", async () => {
    const calls: unknown[] = [];
    const port = loadedLater<Required<Port>>(async () => {
      calls.push("load");
      await Promise.resolve();
      return {
        async first(value) {
          calls.push(value);
          return `${value}`;
        },
        async second() {
          calls.push("second");
        },
      };
    }, METHODS);
    expect(calls).toEqual([]);
    const results = await Promise.all([port.first(1), port.second(), port.first(2)]);
    expect([results, await port.first(3)]).toEqual([["1", undefined, "2"], "3"]);
    expect(calls).toEqual(["load", 1, "second", 2, 3]);
  });

  it("reject while the load fails, and load again at the next call", async () => {
    let attempts = 0;
    const port = loadedLater<Required<Port>>(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error("too many open files");
      return { first: async () => "done", second: async () => {} };
    }, METHODS);
    const refused = await Promise.allSettled([port.first(1), port.second()]);
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await port.first(2)).toBe("done");
    expect(attempts).toBe(2);
  });

  it("reject with what a method throws at once", async () => {
    const port = loadedLater<Required<Port>>(async () => {
      const first = () => {
        throw new RangeError("no number");
      };
      return { first, second: async () => {} };
    }, METHODS);
    await expect(port.first(1)).rejects.toThrow(RangeError);
  });
});
