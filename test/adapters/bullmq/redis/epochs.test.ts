import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { expect, it, onTestFinished } from "vitest";
import { RedisLink } from "../../../../src/adapters/bullmq/redis/index.js";
import { workspaceNames } from "../../../../src/adapters/bullmq/wire/index.js";
import { describeWithRedis, useRedis } from "../redis-server.js";

describeWithRedis("the epoch of the memory of Redis", () => {
  const server = useRedis();

  it("ends when Redis remembers fewer owners of a workspace than before, also without a restart", async () => {
    const redis = new Redis(server.path);
    const queue = new Queue("project", { connection: server.connection });
    const link = new RedisLink(await queue.client);
    onTestFinished(async () => {
      link.close();
      redis.disconnect();
      await queue.close();
    });
    const names = workspaceNames("collet", "project");
    const epoch = () => {
      link.forgetEpoch();
      return link.epoch(names);
    };
    await redis.set(names.fence, "5");
    const first = await epoch();
    expect(await epoch()).toBe(first);
    await redis.set(names.fence, "6");
    expect(await epoch()).toBe(first);
    // A replica that had not received the latest owner took over, with the epoch that it had received.
    await redis.set(names.fence, "5");
    const second = await epoch();
    expect(second).not.toBe(first);
    // The next owner gets a higher number than the forgotten one.
    expect(await redis.get(names.fence)).toBe("6");
    expect(await epoch()).toBe(second);
  });
});
