import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallKind, DEFAULT_FLEET, type FleetOptions } from "../../bench/fleet-model/fleet-options.js";
import { waitingTimes } from "../../bench/fleet-model/fleet-report.js";
import { agentsByZipf } from "../../bench/fleet-model/load.js";
import { createRandom } from "../../bench/fleet-model/random.js";
import { simulateFleet } from "../../bench/fleet-model/simulate-fleet.js";
import { createVirtualTime } from "../../bench/fleet-model/virtual-time.js";
import { type ModelCall, WorkspaceQueue } from "../../bench/fleet-model/workspace-queue.js";

const SMALL: FleetOptions = {
  ...DEFAULT_FLEET,
  workspaces: 20,
  workers: 5,
  agents: 60,
  warmUpMs: 0,
  durationMs: 60_000,
};
const never = Number.POSITIVE_INFINITY;
const oneKind = (kind: Partial<CallKind>): readonly CallKind[] => [
  { name: "call", share: 1, access: "apart", medianMs: 10, spread: 0, ...kind },
];

describe("a simulated fleet", () => {
  it("returns the same report for the same seed, and another for another seed", () => {
    const report = simulateFleet({ ...SMALL, seed: 7 });
    expect(simulateFleet({ ...SMALL, seed: 7 })).toEqual(report);
    expect(simulateFleet({ ...SMALL, seed: 8 })).not.toEqual(report);
  });

  it("ends every call once, however often workers die", () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat(),
          uptimeMs: fc.constantFrom(2_000, 20_000, never),
          downtimeMs: fc.constantFrom(1, 5_000, 60_000),
          leaseMs: fc.constantFrom(500, 10_000),
          startTimeoutMs: fc.constantFrom(1_000, 30_000),
          standBys: fc.nat({ max: 3 }),
          slots: fc.integer({ min: 1, max: 4 }),
          skew: fc.constantFrom(0, 1.2),
        }),
        (change) => {
          // No agent starts a second batch, so all calls end.
          const report = simulateFleet({ ...SMALL, ...change, thinkMs: 1_000_000, durationMs: 2_000_000 });
          expect(report.made).toBe(report.done + report.workerLost + report.notRun + report.underway);
          expect(report.made).toBeGreaterThanOrEqual(SMALL.agents);
          expect(report.utilisation).toBeLessThanOrEqual(1);
          if (change.uptimeMs === never) {
            expect(report).toMatchObject({ workerLost: 0, retries: 0, deaths: 0, moves: 0 });
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it("matches the utilisation of its load (Little's law)", () => {
    const report = simulateFleet({
      ...SMALL,
      calls: oneKind({ medianMs: 200 }),
      uptimeMs: never,
      durationMs: 600_000,
    });
    const offered = (report.callsPerSecond * 0.2) / (SMALL.workers * SMALL.slots);
    expect(report.utilisation).toBeCloseTo(offered, 2);
  });

  it("adds no wait for a single agent", () => {
    const report = simulateFleet({ ...SMALL, agents: 20, skew: 0, batchSize: 1, slots: 20, uptimeMs: never });
    expect(report.waiting).toMatchObject({ median: 0, max: 0 });
  });

  it("reassigns the workspace of a dead worker soon after its lease ends, and not before", () => {
    const report = simulateFleet({
      ...SMALL,
      workspaces: 1,
      workers: 2,
      standBys: 1,
      slots: 1_000,
      calls: oneKind({ medianMs: 1 }),
      thinkMs: 500,
      uptimeMs: 60_000,
      // The worker restarts at once, but has lost its lease.
      downtimeMs: 1,
      startTimeoutMs: 1_000_000,
      durationMs: 600_000,
    });
    expect(report.deaths).toBeGreaterThan(3);
    expect(report.waiting.max).toBeGreaterThan((SMALL.leaseMs * 2) / 3 - 1_000);
    expect(report.waiting.max).toBeLessThanOrEqual(SMALL.leaseMs + SMALL.claimMs);
  });

  it.each([
    ["read", { workerLost: 0 }, "retries"],
    ["search", { workerLost: 0 }, "retries"],
    ["edit", { retries: 0 }, "workerLost"],
    ["command", { retries: 0 }, "workerLost"],
  ] as const)("reports or repeats a call whose worker dies: %s", (access, none, some) => {
    const calls = oneKind({ access, medianMs: 500 });
    const report = simulateFleet({ ...SMALL, calls, uptimeMs: 10_000, durationMs: 300_000 });
    expect(report).toMatchObject(none);
    expect(report[some]).toBeGreaterThan(0);
  });

  it("takes back calls that no worker begins, and no others", () => {
    const gone = simulateFleet({ ...SMALL, standBys: 0, uptimeMs: 20_000, downtimeMs: 300_000 });
    expect(gone.notRun).toBeGreaterThan(0);
    expect(gone.moves).toBe(0);
    expect(gone.waiting.max).toBeLessThanOrEqual(SMALL.startTimeoutMs);
  });
});

describe("the queue of a workspace", () => {
  const call = (access: CallKind["access"], file = 0): ModelCall => ({
    kind: { name: access, share: 1, access, medianMs: 1, spread: 0 },
    file,
    madeAt: 0,
    serviceMs: 1,
    onEnd: () => undefined,
    state: "waiting",
    attempt: 0,
  });
  it.each<[string, ModelCall[], ModelCall, boolean]>([
    ["a read beside a read", [call("read")], call("read"), true],
    ["a read after an edit of its file", [call("edit")], call("read"), false],
    ["a read after an edit of another", [call("edit", 1)], call("read"), true],
    ["an edit after a read of its file", [call("read")], call("edit"), false],
    ["an edit after a search", [call("search")], call("edit"), false],
    ["a search after an edit", [call("edit")], call("search"), false],
    ["a search beside a read", [call("read")], call("search"), true],
    ["a command after anything", [call("apart")], call("command"), false],
    ["anything after a command", [call("command")], call("apart"), false],
    ["an independent command after an edit", [call("edit")], call("apart"), true],
  ])("starts or holds %s", (_what, earlier, later, starts) => {
    const queue = new WorkspaceQueue();
    for (const each of earlier) {
      queue.add(each);
      each.state = "running";
    }
    queue.add(later);
    expect(queue.nextReady()).toBe(starts ? later : undefined);
    for (const each of earlier) queue.remove(each);
    expect(queue.nextReady()).toBe(later);
  });
});

describe("the parts of the model", () => {
  it("run events in order of time, and simultaneous ones in order of request", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 })), (delays) => {
        const time = createVirtualTime();
        const seen: [number, number][] = [];
        for (const [index, delay] of delays.entries()) time.after(delay, () => seen.push([time.now, index]));
        time.runUntil(10);
        const due = delays
          .map((delay, index): [number, number] => [delay, index])
          .filter(([delay]) => delay <= 10);
        expect(seen).toEqual(due.sort((one, other) => one[0] - other[0] || one[1] - other[1]));
        expect(time.now).toBe(10);
      }),
    );
  });

  it("assign every agent to a workspace by the distribution", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 5_000 }),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(0, 0.5, 1),
        (agents, workspaces, skew) => {
          const spread = agentsByZipf(agents, workspaces, skew);
          expect(spread.reduce((sum, here) => sum + here, 0)).toBe(agents);
          expect(Math.max(...spread)).toBeLessThanOrEqual((spread[0] ?? 0) + 1);
        },
      ),
    );
  });

  it("draw numbers by their distributions", () => {
    const random = createRandom(3);
    const draws = Array.from(
      { length: 20_000 },
      () => [random.exponential(5), random.logNormal(7, 1.5)] as const,
    );
    expect(draws.reduce((sum, [value]) => sum + value, 0) / draws.length).toBeCloseTo(5, 0);
    const { median } = waitingTimes(draws.map(([, value]) => value));
    expect(median).toBeGreaterThan(6.7);
    expect(median).toBeLessThan(7.3);
  });
});
