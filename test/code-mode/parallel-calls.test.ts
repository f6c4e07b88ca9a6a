import { describe, expect, it } from "vitest";
import { createProgramHost } from "./program-host.js";

/** Groups of calls in one program, and programs: together 10,000 groups. */
const GROUPS = 100;
const PROGRAMS = 100;

/** Returns a generator of numbers below a bound that is the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

interface Step {
  readonly name: "get" | "set" | "add";
  readonly input: { readonly name: string; readonly value?: number };
}

function makeGroups(seed: number): Step[][] {
  const below = numbers(seed);
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: 1 + below(5) }, (): Step => {
      const name = (["get", "set", "add"] as const)[below(3)] ?? "get";
      const key = "abc"[below(3)] ?? "a";
      return { name, input: name === "get" ? { name: key } : { name: key, value: below(10) } };
    }),
  );
}

/** Returns what the groups return when their calls run one after the other. */
function sequential(groups: readonly Step[][]): {
  readonly results: unknown[][];
  readonly values: Map<string, number>;
} {
  const values = new Map<string, number>();
  const results = groups.map((group) =>
    group.map(({ name, input: { name: key, value = 0 } }) => {
      const before = values.get(key) ?? 0;
      if (name === "get") return before;
      values.set(key, name === "set" ? value : before + value);
      return name === "set" ? { stored: value } : before + value;
    }),
  );
  return { results, values };
}

/** The groups with `Promise.all`, and as promises that are awaited only at the end. */
const PROGRAM = (groups: readonly Step[][], awaitsAtEnd: boolean) => `
  const groups = ${JSON.stringify(groups)};
  const results = [];
  for (const group of groups) {
    const calls = Promise.all(group.map(({ name, input }) => tools[name](input)));
    results.push(${awaitsAtEnd ? "calls" : "await calls"});
    ${awaitsAtEnd ? "await tools.get({ name: 'other' });" : ""}
  }
  return await Promise.all(results)`;

describe("parallel calls of a program", () => {
  it.each([
    ["Promise.all", false],
    ["calls that are awaited later", true],
  ])("parallel calls with %s have the effect of the sequential program", async (_name, awaitsAtEnd) => {
    for (let seed = 1; seed <= PROGRAMS; seed += 1) {
      const groups = makeGroups(seed * 7 + (awaitsAtEnd ? 3 : 0));
      const below = numbers(seed);
      await using host = createProgramHost({
        permissions: "allow-all",
        codeMode: { limits: { calls: 10_000 } },
        pause: async () => {
          for (let hops = below(4); hops > 0; hops -= 1)
            await (below(2) === 0 ? null : new Promise(setImmediate));
        },
      });
      const expected = sequential(groups);
      const result = await host.run(PROGRAM(groups, awaitsAtEnd));
      expect(result).toMatchObject({ status: "done", result: { value: expected.results } });
      expect(new Map([...host.values].sort())).toEqual(new Map([...expected.values].sort()));
    }
  });
});
