import { describe, expect, it } from "vitest";
import {
  type CallProfile,
  createScheduler,
  directoryKey,
  fileKey,
  planBatches,
  type SchedulingStrategy,
} from "../../src/batching/index.js";
import { HandSettled, settled } from "./hand-settled.js";
import { conflictsByTheBook } from "./reference-conflicts.js";

type Files = Record<"a" | "b", string>;
interface Kind {
  readonly name: string;
  readonly profile: CallProfile;
  readonly reads: readonly (keyof Files)[];
  readonly writes: readonly (keyof Files)[];
}

// File a is inside the folder, file b is not.
const KINDS: readonly Kind[] = [
  { name: "read a", profile: { keys: [fileKey("/f/a", "read")] }, reads: ["a"], writes: [] },
  { name: "edit a", profile: { keys: [fileKey("/f/a", "write")] }, reads: ["a"], writes: ["a"] },
  { name: "read b", profile: { keys: [fileKey("/b", "read")] }, reads: ["b"], writes: [] },
  { name: "edit b", profile: { keys: [fileKey("/b", "write")] }, reads: ["b"], writes: ["b"] },
  { name: "search f", profile: { keys: [directoryKey("/f", "read", "subtree")] }, reads: ["a"], writes: [] },
  {
    name: "delete f",
    profile: { keys: [directoryKey("/f", "write", "subtree")] },
    reads: ["a"],
    writes: ["a"],
  },
  { name: "bash", profile: "all", reads: ["a", "b"], writes: ["a", "b"] },
];

/**
 * The state that a call reads when it starts and writes when it ends: a lost update or a wrong order becomes
 * visible.
 */
const look = (kind: Kind, files: Files) => kind.reads.map((file) => files[file]).join("|");
function leave(kind: Kind, position: number, seen: string, files: Files): void {
  for (const file of kind.writes) files[file] = `${position}(${seen})`;
}

function runSequentially(list: readonly Kind[]): { files: Files; results: string[] } {
  const files: Files = { a: "A", b: "B" };
  const results = list.map((kind, position) => {
    const seen = look(kind, files);
    leave(kind, position, seen, files);
    return seen;
  });
  return { files, results };
}

/** Returns the calls that may run now, by the definition of the strategy only. */
function mayRun(list: readonly Kind[], ended: ReadonlySet<number>, strategy: SchedulingStrategy): number[] {
  const batchOf: number[] = [];
  for (const [number, batch] of planBatches(list).entries()) for (const _ of batch) batchOf.push(number);
  return list.flatMap((kind, position) => {
    if (ended.has(position)) return [];
    const held = list.slice(0, position).some((earlier, at) => {
      if (ended.has(at)) return false;
      if (strategy === "serial" || conflictsByTheBook(earlier.profile, kind.profile)) return true;
      return strategy === "batches" && (batchOf[at] as number) < (batchOf[position] as number);
    });
    return held ? [] : [position];
  });
}

/**
 * Plays one run in which the calls end in an order that `choices` picks from the running ones; returns the
 * alternatives.
 */
async function play(
  list: readonly Kind[],
  choices: readonly number[],
  options: { readonly max: number; readonly strategy: SchedulingStrategy },
): Promise<number[]> {
  const scheduler = createScheduler(options);
  const run = scheduler.openRun();
  const files: Files = { a: "A", b: "B" };
  const running = new Map<number, HandSettled<string>>();
  const ended = new Set<number>();
  const results = list.map((kind, position) =>
    run.submit({
      id: `${position}`,
      profile: kind.profile,
      run: async () => {
        const seen = look(kind, files);
        const end = new HandSettled<string>();
        running.set(position, end);
        await end.promise;
        leave(kind, position, seen, files);
        return seen;
      },
    }),
  );
  const optionCounts: number[] = [];
  for (let step = 0; ended.size < list.length; step++) {
    const may = mayRun(list, ended, options.strategy);
    const now = [...running.keys()].sort();
    // Plain comparisons, because there are several hundred thousand of them.
    if (now.length !== Math.min(options.max, may.length) || !now.every((at) => may.includes(at))) {
      const names = list.map(({ name }) => name).join(", ");
      throw new Error(`[${names}], ended ${[...ended]}: ${may} may run, but ${now} run`);
    }
    const position = now[choices[step] ?? 0] as number;
    optionCounts.push(now.length);
    ended.add(position);
    running.get(position)?.resolve("");
    running.delete(position);
    await settled();
  }
  const expected = runSequentially(list);
  const outcome = { files, results: await Promise.all(results), size: scheduler.size };
  if (JSON.stringify(outcome) !== JSON.stringify({ ...expected, size: 0 }))
    expect(outcome).toEqual({ ...expected, size: 0 });
  return optionCounts;
}

/** Plays all orders in which the calls of a list can end. */
async function playAll(
  list: readonly Kind[],
  options: { readonly max: number; readonly strategy: SchedulingStrategy },
): Promise<number> {
  let plays = 0;
  let choices: number[] | undefined = [];
  while (choices !== undefined) {
    const counts: number[] = await play(list, choices, options);
    plays++;
    const taken = counts.map((_, step) => (choices as number[])[step] ?? 0);
    let step = taken.length - 1;
    while (step >= 0 && (taken[step] as number) + 1 >= (counts[step] as number)) step--;
    choices = step < 0 ? undefined : [...taken.slice(0, step), (taken[step] as number) + 1];
  }
  return plays;
}

function listsOf(length: number): Kind[][] {
  if (length === 0) return [[]];
  return listsOf(length - 1).flatMap((list) => KINDS.map((kind) => [...list, kind]));
}

describe("every list of up to four calls over two files, a folder and a serial tool, in every order of ends", () => {
  it.each<[string, { max: number; strategy: SchedulingStrategy }]>([
    ["dependency", { max: Number.POSITIVE_INFINITY, strategy: "dependency" }],
    ["dependency with two slots", { max: 2, strategy: "dependency" }],
    ["batches", { max: Number.POSITIVE_INFINITY, strategy: "batches" }],
    ["serial", { max: Number.POSITIVE_INFINITY, strategy: "serial" }],
  ])(
    "runs all permitted calls and no others, and ends like the sequential run: %s",
    { timeout: 120_000 },
    async (_, options) => {
      let plays = 0;
      for (const length of [1, 2, 3, 4]) {
        for (const list of listsOf(length)) plays += await playAll(list, options);
      }
      expect(plays).toBeGreaterThanOrEqual(7 + 49 + 343 + 2_401);
    },
  );
});
