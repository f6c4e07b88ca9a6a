import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { machineSlowness, startStopwatch } from "./processor-time.js";

describe("startStopwatch", () => {
  it("counts the processor time of this process without its waiting time", async () => {
    const waitedMs = startStopwatch();
    await sleep(200);
    expect(waitedMs()).toBeLessThan(100);
    const workedMs = startStopwatch();
    for (const end = process.cpuUsage().user + 100_000; process.cpuUsage().user < end; );
    expect(workedMs()).toBeGreaterThan(100 / (20 * machineSlowness()));
  });

  it("scales the time to a machine of usual speed", () => {
    let spentUs = 0;
    let slowness = 1;
    // A machine on which a loop of one millisecond first takes 2 ms and then 20.
    vi.spyOn(process, "cpuUsage").mockImplementation(() => {
      spentUs += 1_000 * slowness;
      return { user: spentUs, system: 0 };
    });
    try {
      const elapsedMs = startStopwatch();
      slowness = 20;
      spentUs += 4_000_000;
      expect(machineSlowness()).toBe(20);
      expect(elapsedMs()).toBeCloseTo(4_000 / 20, -2);
      slowness = 0.1;
      expect(machineSlowness()).toBe(1);
    } finally {
      vi.restoreAllMocks();
    }
  });
});
