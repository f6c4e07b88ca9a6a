import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { RECORD_MARGIN_MS } from "../../../src/adapters/bullmq/wire/index.js";
import { Attacker } from "./attacker.js";
import { TestFleet } from "./fleet.js";
import { describeWithRedis, useRedis } from "./redis-server.js";

/** Milliseconds for which a record must last after a renewal: until the next renewal and as long again. */
const RENEWED_MS = RECORD_MARGIN_MS / 2;

describeWithRedis("a call that runs for longer than its record lasts", () => {
  const redis = useRedis();

  it("keeps its record until it ends, even when Redis lost the record", async () => {
    // Intervals renew records and leases; commands and connections use no interval.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const fleet = new TestFleet(redis);
    const attacker = new Attacker(fleet);
    await fleet.worker({ leaseMs: 60_000, recordMs: 100 }).ready();
    const host = fleet.host({ executor: fleet.executor({ startTimeoutMs: 1_000 }) });
    const running = host.execute({
      id: "1",
      name: "Bash",
      input: { cmd: "until [ -e end ]; do sleep 0.02; done; echo ended" },
    });
    const told = async () =>
      (await Promise.all((await attacker.hostStreams()).map((stream) => attacker.texts(stream)))).join();
    await expect.poll(told).toContain('"type":"started"');
    const [job = ""] = await attacker.active();
    const record = attacker.names.record(job);
    const known = await attacker.redis.hgetall(record);
    expect(known).toMatchObject({ s: "started" });

    await attacker.redis.pexpire(record, RENEWED_MS);
    vi.advanceTimersByTime(RECORD_MARGIN_MS / 2);
    await expect.poll(() => attacker.redis.pttl(record)).toBeGreaterThan(RENEWED_MS);

    await attacker.redis.del(record);
    vi.advanceTimersByTime(RECORD_MARGIN_MS / 2);
    await expect.poll(() => attacker.redis.hgetall(record)).toMatchObject(known);
    expect(await attacker.redis.pttl(record)).toBeGreaterThan(RENEWED_MS);

    writeFileSync(join(fleet.folder, "end"), "");
    expect(await running).toMatchObject({ status: "done" });
  });
});
