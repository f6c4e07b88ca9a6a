import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { Attacker } from "./attacker.js";
import { TestFleet, temporaryFolder } from "./fleet.js";
import { describeWithRedis, TestRedis, useRedis } from "./redis-server.js";

const append = { id: "1", name: "Bash", input: { cmd: "echo once >> log.txt" } };

function timesAppended(folder: string): number {
  const file = join(folder, "log.txt");
  return existsSync(file) ? readFileSync(file, "utf8").split("once").length - 1 : 0;
}

describeWithRedis("a Redis that is restored from an older snapshot", () => {
  const own = new TestRedis();
  beforeEach(() => own.start());
  afterEach(() => own.kill());
  afterAll(() => own.dispose());

  it.each([
    ["the same worker goes on", { isSame: true, sharesState: false }],
    ["another worker comes, which knows nothing", { isSame: false, sharesState: false }],
    ["another worker comes, with the same state directory", { isSame: false, sharesState: true }],
  ])(
    "a restored Redis has no call carried out twice, and new calls run: %s",
    async (_title, { isSame, sharesState }) => {
      const fleet = new TestFleet(own);
      const attacker = new Attacker(fleet);
      const state = temporaryFolder();
      const host = fleet.host({ executor: fleet.executor({ startTimeoutMs: 120_000 }) });
      const running = host.execute(append);
      // The snapshot is of the time when nobody had come to the call.
      await expect.poll(() => attacker.redis.llen(`${attacker.queue}:wait`)).toBe(1);
      await attacker.redis.save();
      const dump = join(own.folder, "dump.rdb");
      copyFileSync(dump, join(own.folder, "older.rdb"));
      const first = fleet.worker({ stateDirectory: join(state, "first") });
      expect(await running).toMatchObject({ status: "done" });
      expect(timesAppended(fleet.folder)).toBe(1);
      if (!isSame) await first.close();
      await own.kill();
      copyFileSync(join(own.folder, "older.rdb"), dump);
      await own.start();
      if (!isSame) fleet.worker({ stateDirectory: join(state, sharesState ? "first" : "second") });
      const ends = () =>
        fleet.events.flatMap((event) => (event.type === "call-end" ? [event.errorCode ?? event.status] : []));
      await expect.poll(ends).toContain("redis-restored");
      expect(timesAppended(fleet.folder)).toBe(1);
      expect(await host.execute({ ...append, id: "2" })).toMatchObject({ status: "done" });
      expect(timesAppended(fleet.folder)).toBe(2);
    },
  );
});

describeWithRedis("a signed job that somebody recorded", () => {
  const redis = useRedis();

  it.each([
    ["the same worker", { isSame: true }],
    ["another worker with the same state directory", { isSame: false }],
  ])("a call is not carried out again although its record was deleted: by %s", async (_title, { isSame }) => {
    const fleet = new TestFleet(redis);
    const attacker = new Attacker(fleet);
    const stateDirectory = join(temporaryFolder(), "state");
    const options = { secret: "s3cret", stateDirectory };
    const host = fleet.host({ executor: fleet.executor({ secret: "s3cret" }) });
    const running = host.execute(append);
    await expect.poll(() => attacker.redis.llen(`${attacker.queue}:wait`)).toBe(1);
    const [job = ""] = await attacker.redis.lrange(`${attacker.queue}:wait`, 0, -1);
    const recorded = await attacker.redis.hgetall(`${attacker.queue}:${job}`);
    const first = fleet.worker(options);
    expect(await running).toMatchObject({ status: "done" });
    if (!isSame) await first.close();
    await attacker.redis.del(attacker.names.record(job));
    await attacker.redis.hset(`${attacker.queue}:${job}`, recorded);
    await attacker.redis.lpush(`${attacker.queue}:wait`, job);
    await attacker.redis.zadd(`${attacker.queue}:marker`, 0, "0");
    if (!isSame) fleet.worker(options);
    const ends = () => fleet.events.filter((event) => event.type === "call-end" && event.job === job);
    await expect.poll(() => ends().length).toBe(2);
    expect(ends().at(-1)).toMatchObject({ status: "error", errorCode: "redis-restored" });
    expect(timesAppended(fleet.folder)).toBe(1);
  });
});

describeWithRedis("a signed import of a session that somebody recorded", () => {
  const redis = useRedis();

  it("does not put the older state in the place of the session's", async () => {
    const fleet = new TestFleet(redis);
    const attacker = new Attacker(fleet);
    const executor = fleet.executor({ secret: "s3cret" });
    const { defaultSession } = fleet.host({ executor });
    const importing = executor.importSession(defaultSession, { version: 1, id: "s", grants: [], states: {} });
    await expect.poll(() => attacker.redis.llen(`${attacker.queue}:wait`)).toBe(1);
    const [job = ""] = await attacker.redis.lrange(`${attacker.queue}:wait`, 0, -1);
    const recorded = await attacker.redis.hgetall(`${attacker.queue}:${job}`);
    fleet.worker({ secret: "s3cret" });
    await importing;
    await attacker.redis.del(attacker.names.record(job));
    await attacker.redis.hset(`${attacker.queue}:${job}`, recorded);
    await attacker.redis.lpush(`${attacker.queue}:wait`, job);
    await attacker.redis.zadd(`${attacker.queue}:marker`, 0, "0");
    const ends = () =>
      fleet.events.flatMap((event) => (event.type === "call-end" ? [event.errorCode ?? event.status] : []));
    await expect.poll(ends).toEqual(["done", "redis-restored"]);
  });
});

describeWithRedis("a call that runs for longer than calls are remembered", () => {
  const redis = useRedis();

  it("reports a call as running or done, never as not run", async () => {
    const fleet = new TestFleet(redis);
    await fleet.worker({ recordMs: 100 }).ready();
    const key = { recordMs: 100, startTimeoutMs: 400, callKey: () => "thread 7, call 3" };
    const call = { id: "1", name: "Bash", input: { cmd: "echo once >> log.txt; sleep 2.5; echo ended" } };
    const first = fleet.host({ executor: fleet.executor(key) }).execute(call);
    await expect.poll(() => timesAppended(fleet.folder)).toBe(1);
    // A host that was restarted sends it again, and waits for it no longer than for its start.
    const second = await fleet.host({ executor: fleet.executor(key) }).execute(call);
    expect(second.error?.message ?? "", JSON.stringify(second.error)).not.toContain("has not run");
    expect(second.error?.retryable).not.toBe(true);
    expect(await first).toMatchObject({ status: "done" });
    expect(timesAppended(fleet.folder)).toBe(1);
  });

  it("does not report a call as not run when its record was lost", async () => {
    const fleet = new TestFleet(redis);
    const attacker = new Attacker(fleet);
    await fleet.worker().ready();
    const key = { startTimeoutMs: 300, callKey: () => "thread 7, call 4" };
    const call = { id: "1", name: "Bash", input: { cmd: "echo once >> log.txt; sleep 2" } };
    const first = fleet.host({ executor: fleet.executor(key) }).execute(call);
    await expect.poll(() => attacker.active()).toHaveLength(1);
    await expect.poll(() => timesAppended(fleet.folder)).toBe(1);
    const [job = ""] = await attacker.active();
    await attacker.redis.del(attacker.names.record(job));
    const second = await fleet.host({ executor: fleet.executor(key) }).execute(call);
    expect(second).toMatchObject({
      error: { errorCode: "worker-lost" },
      metadata: { workerLost: { started: "unknown" } },
    });
    expect(second.error?.retryable).toBeUndefined();
    await first;
    expect(timesAppended(fleet.folder)).toBe(1);
  });
});
