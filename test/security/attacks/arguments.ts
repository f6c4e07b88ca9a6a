import { expect } from "vitest";
import { type Attack, failed, type ScriptedAttack } from "../attack.js";
import type { World } from "../world.js";
import { worldRuntime } from "../world-runtime.js";

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n");

function lines(world: World): void {
  world.file("$WS/a", `${LINES}\n`);
}

/** A Read whose input is not what it should be: it ends with an error, or reads what the input says, never more. */
function reading(
  id: ScriptedAttack["id"],
  hazard: string,
  input: unknown,
  ending: ScriptedAttack["ending"] = failed("invalid-input"),
): Attack {
  return { id, hazard, setup: lines, steps: [{ name: "Read", input }], ending };
}

/** Ends without more than the lines that were asked for. */
const noMoreThan = (count: number): ScriptedAttack["ending"] => ({
  outcome: "safe",
  check: ({ last, text }) => {
    if (last.status === "done") expect((text.match(/line \d+/g) ?? []).length).toBeLessThanOrEqual(count);
    else expect(last.error?.errorCode).toMatch(/^(?:invalid-input|range-out-of-bounds)$/);
  },
});

function unpolluted(): void {
  expect(({} as Record<string, unknown>).p).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
}

/** Inputs that are not what a schema expects. */
export const argumentAttacks: readonly Attack[] = [
  reading(
    "A002",
    "a prototype among the parameters",
    JSON.parse('{"constructor":{"prototype":{"p":1}},"path":"a"}'),
    {
      outcome: "safe",
      check: unpolluted,
    },
  ),
  reading("A002b", "a prototype by its other name", JSON.parse('{"__proto__":{"p":1},"path":"a"}'), {
    outcome: "safe",
    check: unpolluted,
  }),
  reading("A003", "a parameter that shadows a method", { path: "a", toString: "x" }, { outcome: "safe" }),
  {
    id: "A004",
    hazard: "an object that becomes a path when it is read twice",
    stage: async (world) => {
      await using runtime = worldRuntime(world);
      const input = { path: { toString: () => "/etc/passwd" } };
      const result = await runtime.execute({ id: "1", name: "Read", input });
      expect(result.error?.errorCode).toBe("invalid-input");
    },
  },
  {
    id: "A005",
    hazard: "a list that turns into a path",
    setup: (world) => world.file("$OUT/a", "outside\n"),
    steps: [{ name: "Read", input: { path: ["$OUT/a", "$OUT/a"] } }],
    ending: failed("invalid-input"),
  },
  reading("A008", "a list in place of an object", []),
  reading("A015", "a range beyond all numbers", { path: "a", read_range: [-5, 1e308] }, noMoreThan(20)),
  reading("A016", "a range backwards", { path: "a", read_range: [10, 5] }, noMoreThan(0)),
  reading("A017", "a range of halves", { path: "a", read_range: [1.5, 2.5] }, noMoreThan(2)),
  ...["", " ", "0x10", "1e9", "true"].map(
    (value, index): Attack =>
      reading(
        `A019${(["", "b", "c", "d", "e"] as const)[index] ?? ""}`,
        `${JSON.stringify(value)} in place of a number`,
        { path: "a", read_range: [value, value] },
        // The number is a range after the end: no line of the file, but a note with the number.
        value === "1e9" ? noMoreThan(1) : failed("invalid-input"),
      ),
  ),
  reading(
    "A020",
    "a range of nothing, which is no range at all when it counts as false",
    { path: "a", read_range: [0, 0] },
    noMoreThan(1),
  ),
  reading(
    "A021",
    "a word for nothing is a name of a file",
    { path: "undefined" },
    failed("not-found", "invalid-input"),
  ),
  reading("A021b", "another word for nothing", { path: "null" }, failed("not-found", "invalid-input")),
  {
    id: "A024",
    hazard: "a property that throws when it is read",
    stage: async (world) => {
      await using runtime = worldRuntime(world);
      const input = Object.defineProperty({}, "path", {
        enumerable: true,
        get: () => {
          throw new Error("caught you");
        },
      });
      const [result] = await runtime.executeBatch([{ id: "1", name: "Read", input }]);
      expect(result?.status).toBe("error");
    },
  },
];
