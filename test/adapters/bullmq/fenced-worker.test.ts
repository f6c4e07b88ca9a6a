import { existsSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { expect, it } from "vitest";
import { workspaceNames } from "../../../src/adapters/bullmq/wire/wire-names.js";
import { TestFleet } from "./fleet.js";
import { describeWithRedis, useRedis } from "./redis-server.js";

describeWithRedis("a worker that has lost its workspace without knowing it", () => {
  const redis = useRedis();

  it("begins no more changes, and the call states that it has not run", async () => {
    const fleet = new TestFleet(redis);
    // Renewed long after the call.
    await fleet.worker({ leaseMs: 60_000 }).ready();
    const names = workspaceNames("collet", fleet.workspace);
    const queue = new Queue(names.queue, { connection: redis.connection, prefix: "collet" });
    const client = await queue.client;
    await client.set(names.lease, "another worker's token", { PX: 60_000 });
    await queue.close();
    const host = fleet.host({ executor: fleet.executor({ startTimeoutMs: 500 }) });
    expect(
      await host.execute({ id: "1", name: "Bash", input: { cmd: "echo once >> log.txt" } }),
    ).toMatchObject({
      status: "error",
      error: { errorCode: "worker-lost", retryable: true, message: expect.stringContaining("has not run") },
    });
    expect(existsSync(join(fleet.folder, "log.txt"))).toBe(false);
    expect(fleet.events.map(({ type }) => type)).toContain("lost");
  });
});
