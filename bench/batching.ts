import { pathToFileURL } from "node:url";
import {
  type CallProfile,
  conflictBetween,
  createScheduler,
  directoryKey,
  fileKey,
  planDependencies,
  type Scheduler,
} from "../src/batching/index.js";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

const CALLS = 10_000;
const ROUNDS = 15;

/** Measures the scheduler and the planner, each case compared with a bare promise loop in the same run. */
export async function benchBatching(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { name, profiles, max = Number.POSITIVE_INFINITY, goal } of scheduledCases()) {
    const { each, bare } = await measureScheduler(profiles, max);
    rows.push({
      name: `scheduler, 10,000 calls ${name}, each`,
      value: each,
      unit: "us",
      limit: bare,
      ratio: each / bare,
      goal,
    });
  }
  rows.push(await measureOneCall());
  for (const { name, profiles } of scheduledCases().slice(0, 3)) rows.push(measurePlan(name, profiles));
  rows.push(await measureMakespan());
  return rows;
}

function scheduledCases() {
  const next = randomNumbers(7);
  const numbered = (profileOf: (index: number) => CallProfile) =>
    Array.from({ length: CALLS }, (_, index) => profileOf(index));
  const distinct = numbered((index) => ({
    keys: [fileKey(`/project/src/file-${index}.ts`, "write")],
  }));
  const oneKey = numbered(() => ({ keys: [fileKey("/project/src/file.ts", "write")] }));
  const overlapping = numbered(() => {
    const folder = `/project/${next(10)}/${next(10)}`;
    const kind = next(10);
    if (kind === 0) return { keys: [directoryKey(`/project/${next(10)}`, "read", "subtree")] };
    if (kind === 1) return { keys: [directoryKey(folder, next(4) === 0 ? "write" : "read", "subtree")] };
    return { keys: [fileKey(`${folder}/${next(20)}.ts`, kind < 5 ? "write" : "read")] };
  });
  return [
    { name: "on distinct keys", profiles: distinct, goal: "< 3 us (limit: a promise each)" },
    { name: "on one key", profiles: oneKey, goal: "the same order" },
    { name: "in random subtrees", profiles: overlapping, goal: "the same order" },
    { name: "on distinct keys, 8 at once", profiles: distinct, max: 8, goal: "the same order" },
  ];
}

async function measureScheduler(
  profiles: readonly CallProfile[],
  max: number,
): Promise<{ each: number; bare: number }> {
  const scheduled: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const run = createScheduler({ max }).openRun();
    scheduled.push(
      await microsecondsEach(profiles.length, () =>
        profiles.map((profile, index) => run.submit({ id: `${index}`, profile, run: noop })),
      ),
    );
    bare.push(await microsecondsEach(profiles.length, () => profiles.map(noop)));
  }
  return { each: median(scheduled), bare: median(bare) };
}

// One function for all calls: tsx names every function that is created, which would take longer than the scheduler.
const noop = async () => undefined;

/** Returns processor time with garbage collection, so that other work of the machine does not count. */
function processorMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function microsecondsEach(calls: number, start: () => readonly Promise<unknown>[]): Promise<number> {
  const startedAt = processorMicroseconds();
  await Promise.all(start());
  return (processorMicroseconds() - startedAt) / calls;
}

/** Measures one call after another through a scheduler that is idle in between. */
async function measureOneCall(): Promise<BenchRow> {
  const run = createScheduler({ max: 8 }).openRun();
  const profile: CallProfile = { keys: [fileKey("/project/src/file.ts", "write")] };
  const one = await medianOneByOne(() => run.submit({ id: "1", profile, run: noop }));
  const bare = await medianOneByOne(noop);
  return {
    name: "scheduler, one call alone",
    value: one,
    unit: "us",
    limit: bare,
    ratio: one / bare,
    goal: "part of the call's 40 us",
  };
}

async function medianOneByOne(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = processorMicroseconds();
    for (let call = 0; call < CALLS; call++) await work();
    times.push((processorMicroseconds() - startedAt) / CALLS);
  }
  return median(times);
}

function measurePlan(name: string, profiles: readonly CallProfile[]): BenchRow {
  const calls = profiles.map((profile, index) => ({ id: `${index}`, profile }));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = processorMicroseconds();
    planDependencies(calls);
    times.push((processorMicroseconds() - startedAt) / 1_000);
  }
  return { name: `plan of 10,000 calls ${name}`, value: median(times), unit: "ms", goal: "< 50 ms" };
}

/**
 * Measures the simulated time of a mixed batch, in which only the work of calls takes time, compared with the longest chain of
 * conflicts, the lower bound of every schedule.
 */
async function measureMakespan(): Promise<BenchRow> {
  const next = randomNumbers(3);
  const ratios: number[] = [];
  for (let batch = 0; batch < 20; batch++) {
    const calls = Array.from({ length: 40 }, (_, index) => mixedCall(index, next));
    ratios.push((await virtualMakespan(createScheduler(), calls)) / longestChain(calls));
  }
  const worst = Math.max(...ratios);
  return {
    name: "mixed batches, time over the longest conflict chain",
    value: worst,
    unit: "x",
    limit: 1,
    ratio: worst,
    goal: "<= 1.05",
  };
}

interface MixedCall {
  readonly profile: CallProfile;
  readonly durationMs: number;
}

function mixedCall(index: number, next: (below: number) => number): MixedCall {
  const file = `/project/src/${next(8)}.ts`;
  if (index === 20) return { profile: "all", durationMs: 500 };
  const kind = next(4);
  if (kind === 0)
    return {
      profile: { keys: [directoryKey("/project/src", "read", "subtree")] },
      durationMs: 20 + next(60),
    };
  if (kind === 1) return { profile: { keys: [fileKey(file, "write")] }, durationMs: 1 + next(10) };
  return { profile: { keys: [fileKey(file, "read")] }, durationMs: 1 + next(5) };
}

/** Runs calls with a clock that jumps to the next end when no other work is left. */
async function virtualMakespan(scheduler: Scheduler, calls: readonly MixedCall[]): Promise<number> {
  const run = scheduler.openRun();
  const ends: { readonly at: number; readonly end: () => void }[] = [];
  let now = 0;
  const all = calls.map(({ profile, durationMs }, index) =>
    run.submit({
      id: `${index}`,
      profile,
      run: () => new Promise<void>((end) => ends.push({ at: now + durationMs, end })),
    }),
  );
  while (ends.length > 0) {
    ends.sort((one, other) => other.at - one.at);
    const first = ends.pop();
    now = first?.at ?? now;
    first?.end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  return now;
}

/** Computes the earliest end of each call from all pairs, without the scheduler. */
function longestChain(calls: readonly MixedCall[]): number {
  const ends: number[] = [];
  for (const { profile, durationMs } of calls) {
    const waits = ends.filter(
      (_, earlier) => conflictBetween(calls[earlier]?.profile ?? "all", profile) !== undefined,
    );
    ends.push(Math.max(0, ...waits) + durationMs);
  }
  return Math.max(...ends);
}

/** Returns a generator of the same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, value, unit, limit, ratio, goal } of await benchBatching()) {
    const against = limit === undefined ? "" : `  ${ratio?.toFixed(1)}x of ${limit.toFixed(2)} ${unit}`;
    console.log(`${name.padEnd(56)} ${value.toFixed(2).padStart(8)} ${unit}${against}  ${goal ?? ""}`);
  }
}
