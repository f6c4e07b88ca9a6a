import { createHmac } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { workspaceNames } from "../../../src/adapters/bullmq/wire/wire-names.js";
import { createToolRuntime, defineTool } from "../../../src/index.js";
import type { BundledProgram } from "../../bundled-module.js";
import { TestFleet, temporaryFolder } from "./fleet.js";
import { describeWithRedis, TestRedis, useRedis } from "./redis-server.js";
import { bundleFleetWorker, WorkerProcess } from "./worker-process.js";

const append = { name: "Bash", input: { cmd: "echo once >> log.txt" } };

/** How often the change of {@link append} is there. */
function timesAppended(folder: string): number {
  const file = join(folder, "log.txt");
  return existsSync(file) ? readFileSync(file, "utf8").split("once").length - 1 : 0;
}

let unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  unhandled = [];
  process.on("unhandledRejection", onUnhandled);
});
afterEach(() => {
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
});

describeWithRedis("jobs that anybody may have written", () => {
  const redis = useRedis();
  const good = {
    version: 1,
    host: "somebody",
    session: { id: "s", cwd: "", parents: [] },
    request: { type: "call", ...{ tool: append.name, input: append.input }, decided: "ask" },
    sentAt: 0,
    notAfter: Number.MAX_SAFE_INTEGER,
  };
  const call = good.request;

  const ends: (() => void | Promise<void>)[] = [];
  const fleets = new Map<string | undefined, TestFleet>();
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** One worker takes all jobs of a secret: what it refuses must not keep it from the next one. */
  async function serving(secret: string | undefined): Promise<TestFleet> {
    const known = fleets.get(secret);
    if (known !== undefined) return known;
    const fleet = new TestFleet(redis, (end) => ends.push(end));
    fleets.set(secret, fleet);
    await fleet.worker(secret === undefined ? {} : { secret }).ready();
    return fleet;
  }

  async function put(fleet: TestFleet, data: unknown, jobId = "forged"): Promise<void> {
    const queue = new Queue(workspaceNames("collet", fleet.workspace).queue, {
      connection: redis.connection,
      prefix: "collet",
    });
    await queue.add("call", data, { jobId, removeOnComplete: true });
    await queue.close();
  }

  it.each([
    ["no body", { data: {} }],
    ["a body that is no JSON", { data: { body: "{" } }],
    ["a body that is no object", { data: { body: "[]" } }],
    ["another version", { data: { body: JSON.stringify({ ...good, version: 2 }) } }],
    ["no version", { data: { body: JSON.stringify({ ...good, version: undefined }) } }],
    ["a host with the name of a key", { data: { body: JSON.stringify({ ...good, host: "a:b*" }) } }],
    ["no session", { data: { body: JSON.stringify({ ...good, session: undefined }) } }],
    ["a folder outside", { data: { body: JSON.stringify({ ...good, session: { id: "s", cwd: "../.." } }) } }],
    [
      "an absolute folder",
      { data: { body: JSON.stringify({ ...good, session: { id: "s", cwd: "/etc" } }) } },
    ],
    ["a folder of a home", { data: { body: JSON.stringify({ ...good, session: { id: "s", cwd: "~/x" } }) } }],
    [
      "a forged decision",
      { data: { body: JSON.stringify({ ...good, request: { ...call, decided: "deny" } }) } },
    ],
    [
      "no decision",
      { data: { body: JSON.stringify({ ...good, request: { ...call, decided: undefined } }) } },
    ],
    ["no tool", { data: { body: JSON.stringify({ ...good, request: { ...call, tool: "" } }) } }],
    ["an unknown request", { data: { body: JSON.stringify({ ...good, request: { type: "eval" } }) } }],
    ["too large a body", { data: { body: " ".repeat(8_400_000) + JSON.stringify(good) } }],
    ["no signature", { data: { body: JSON.stringify(good) }, secret: "s3cret" }],
    ["a wrong signature", { data: { body: JSON.stringify(good), signature: "AAAA" }, secret: "s3cret" }],
    [
      "the signature of another workspace",
      {
        data: {
          body: JSON.stringify(good),
          signature: createHmac("sha256", "s3cret")
            .update(JSON.stringify(["other", "forged"]))
            .update("\n")
            .update(JSON.stringify(good))
            .digest("base64"),
        },
        jobId: "forged",
        secret: "s3cret",
      },
    ],
  ] as const)("refuses input with %s, and does nothing", async (title, { data, ...more }) => {
    const fleet = await serving("secret" in more ? more.secret : undefined);
    const jobId = "jobId" in more ? more.jobId : title;
    await put(fleet, data, jobId);
    await expect
      .poll(() => fleet.events.find((event) => event.type === "job-refused" && event.job === jobId))
      .toBeDefined();
    expect(timesAppended(fleet.folder)).toBe(0);
  });

  it("run by the worker's rules alone, regardless of the decision in the job", async () => {
    const fleet = new TestFleet(redis);
    await fleet.worker({ rules: { permissions: [{ tool: "Bash", verdict: "deny" }] } }).ready();
    await put(fleet, { body: JSON.stringify(good) });
    const end = () => fleet.events.find(({ type }) => type === "call-end");
    await expect.poll(end).toMatchObject({ status: "rejected-by-user", errorCode: "permission-denied" });
    expect(timesAppended(fleet.folder)).toBe(0);
  });

  it("do nothing twice when they are delivered twice", async () => {
    const fleet = new TestFleet(redis);
    await fleet.worker().ready();
    for (let time = 1; time <= 2; time += 1) {
      await put(fleet, { body: JSON.stringify(good) }, "same");
      await expect.poll(() => fleet.events.filter(({ type }) => type === "call-end").length).toBe(time);
    }
    expect(
      fleet.events.filter(({ type }) => type === "call-end").map((event) => Object(event).status),
    ).toEqual(["done", "repeated"]);
    expect(timesAppended(fleet.folder)).toBe(1);
  });

  it("answers a malformed job with its fault if it names a host", async () => {
    const fleet = new TestFleet(redis);
    await fleet.worker({ secret: "s3cret" }).ready();
    const refused = await fleet.host().execute({ id: "1", ...append });
    expect(refused).toMatchObject({
      status: "error",
      error: { errorCode: "invalid-call", message: expect.stringContaining("signature") },
    });
    const host = fleet.host({ executor: fleet.executor({ secret: "s3cret" }) });
    expect(await host.execute({ id: "2", ...append })).toMatchObject({ status: "done" });
    expect(timesAppended(fleet.folder)).toBe(1);
  });
});

describeWithRedis("two workers that claim one workspace", () => {
  const redis = useRedis();

  it("makes two workers owner and stand-by, which continues the sessions when the owner is drained", async () => {
    const fleet = new TestFleet(redis);
    const first = fleet.worker({ name: "first" });
    await first.ready();
    const second = fleet.worker({ name: "second" });
    await expect.poll(() => fleet.events.at(-1)).toMatchObject({ type: "stand-by", worker: "second" });
    expect([first.owned(), second.owned()]).toEqual([[fleet.workspace], []]);
    writeFileSync(join(fleet.folder, "a.txt"), "one\n");
    const host = fleet.host();
    const edit = { id: "1", name: "edit_file", input: { path: "a.txt", old_str: "one", new_str: "two" } };
    expect(await host.execute(edit)).toMatchObject({
      status: "done",
      metadata: { remote: { worker: "first" } },
    });
    const slow = host.execute({ id: "2", name: "Bash", input: { cmd: "sleep 0.5; echo ended" } });
    await expect.poll(() => fleet.events.filter(({ type }) => type === "call-start").length).toBe(2);
    await first.close();
    expect(await slow).toMatchObject({ status: "done", metadata: { remote: { worker: "first" } } });
    const undo = await host.execute({ id: "3", name: "undo_edit", input: { path: "a.txt" } });
    expect(undo).toMatchObject({ status: "done", metadata: { remote: { worker: "second" } } });
    expect(readFileSync(join(fleet.folder, "a.txt"), "utf8")).toBe("one\n");
  });

  it("report to the host the outcome of a call that the owner had to end", async () => {
    const fleet = new TestFleet(redis);
    const first = fleet.worker();
    const running = fleet
      .host()
      .execute({ id: "1", name: "Bash", input: { cmd: "echo once >> log.txt; sleep 30" } });
    await expect.poll(() => timesAppended(fleet.folder)).toBe(1);
    await first.close({ drain: false });
    expect(await running).toMatchObject({
      status: "error",
      error: { errorCode: "worker-lost" },
      metadata: { workerLost: { started: true } },
    });
  });
});

describeWithRedis("a workspace that cannot be opened", () => {
  const redis = useRedis();

  it("releases a workspace that cannot be opened, so that another worker may succeed", async () => {
    const fleet = new TestFleet(redis);
    const broken = fleet.worker({
      name: "broken",
      createRuntime: () => {
        throw new Error("the disk is not there");
      },
    });
    await expect
      .poll(() => fleet.events.find(({ type }) => type === "problem"))
      .toMatchObject({ worker: "broken", message: expect.stringContaining("the disk is not there") });
    expect(broken.owned()).toEqual([]);
    fleet.worker({ name: "sound" });
    expect(await fleet.host().execute({ id: "1", ...append })).toMatchObject({
      status: "done",
      metadata: { remote: { worker: "sound" } },
    });
  });
});

describeWithRedis("a clock that is wrong by an hour", () => {
  const redis = useRedis();
  let bundle: BundledProgram;
  beforeAll(async () => {
    bundle = await bundleFleetWorker();
  }, 60_000);
  afterAll(() => bundle.dispose());

  it.each([3_600_000, -3_600_000])("does not matter: %d ms", async (clockSkewMs) => {
    const fleet = new TestFleet(redis);
    const start = (name: string, skew: number) =>
      new WorkerProcess(bundle, {
        redis: redis.path,
        workspaces: { [fleet.workspace]: fleet.folder },
        name,
        leaseMs: 700,
        clockSkewMs: skew,
        stateDirectory: temporaryFolder(),
      });
    const first = start("first", clockSkewMs);
    await first.saw(({ type }) => type === "owned");
    const second = start("second", -clockSkewMs);
    await second.saw(({ type }) => type === "stand-by");
    const executor = fleet.executor();
    const host = fleet.host({ executor });
    const done = await host.execute({ id: "1", ...append });
    expect(done).toMatchObject({ status: "done", metadata: { remote: { worker: "first" } } });
    const { waitedMs } = Object(done.metadata?.remote) as { waitedMs: number };
    expect(waitedMs).toBeLessThan(60_000);
    await first.kill();
    expect(await host.execute({ id: "2", ...append })).toMatchObject({
      status: "done",
      metadata: { remote: { worker: "second" } },
    });
    expect(timesAppended(fleet.folder)).toBe(2);
    await second.kill();
  });
});

describeWithRedis("without a worker", () => {
  const redis = useRedis();

  it("a call is withdrawn in time, states it, and is not run by a later worker", async () => {
    const fleet = new TestFleet(redis);
    const host = fleet.host({ executor: fleet.executor({ startTimeoutMs: 500 }) });
    const lost = await host.execute({ id: "1", ...append });
    expect(lost).toMatchObject({
      status: "error",
      error: { errorCode: "worker-lost", retryable: true, message: expect.stringContaining("has not run") },
      metadata: { workerLost: { started: false } },
    });
    fleet.worker();
    expect(await host.execute({ id: "2", ...append })).toMatchObject({ status: "done" });
    expect(timesAppended(fleet.folder)).toBe(1);
  });
});

describeWithRedis("a host that dies with calls under way", () => {
  const redis = useRedis();

  it("gets the result of its call when it sends it again under its key, and nothing is done twice", async () => {
    const fleet = new TestFleet(redis);
    fleet.worker();
    const key = { callKey: () => "thread 7, call 3" };
    const call = { id: "1", name: "Bash", input: { cmd: "echo once >> log.txt; sleep 1; echo ended" } };
    const dead = fleet.host({ executor: fleet.executor(key) });
    void dead.execute(call);
    await expect.poll(() => timesAppended(fleet.folder)).toBe(1);
    const next = fleet.host({ executor: fleet.executor(key) });
    const done = await next.execute(call);
    expect(done).toMatchObject({ status: "done" });
    expect(JSON.stringify(done.content)).toContain("ended");
    expect(timesAppended(fleet.folder)).toBe(1);
  });
});

describeWithRedis("a Redis that is gone, slow or new", () => {
  const own = new TestRedis();
  beforeEach(() => own.start());
  afterEach(() => own.kill());
  afterAll(() => own.dispose());

  it("ends calls with a clear word in their time, and works again when it is back", async () => {
    const fleet = new TestFleet(own);
    fleet.worker();
    const host = fleet.host({ executor: fleet.executor({ redisTimeoutMs: 700 }) });
    expect(await host.execute({ id: "0", ...append })).toMatchObject({ status: "done" });
    const running = host.execute({ id: "1", name: "Bash", input: { cmd: "echo once >> log.txt; sleep 30" } });
    await expect.poll(() => timesAppended(fleet.folder)).toBe(2);
    await own.kill();
    expect(await running).toMatchObject({
      status: "error",
      error: { errorCode: "worker-lost", message: expect.stringContaining("Redis could not be reached") },
    });
    const startedAt = performance.now();
    expect(await host.execute({ id: "2", ...append })).toMatchObject({
      error: { errorCode: "worker-lost", message: expect.stringContaining("has not run") },
    });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await own.start();
    await expect
      .poll(
        async () => (await host.execute({ id: "3", name: "list_directory", input: { path: "." } })).status,
        {
          timeout: 15_000,
        },
      )
      .toBe("done");
    expect(timesAppended(fleet.folder)).toBe(2);
  });

  it("gets the results of calls that ended in the meantime when it returns empty", async () => {
    const fleet = new TestFleet(own);
    fleet.worker({ leaseMs: 10_000 });
    const host = fleet.host();
    const running = host.execute({ id: "1", name: "Bash", input: { cmd: "echo once >> log.txt; sleep 1" } });
    await expect.poll(() => timesAppended(fleet.folder)).toBe(1);
    await own.kill();
    await own.start();
    expect(await running).toMatchObject({ status: "done" });
    expect(timesAppended(fleet.folder)).toBe(1);
  });

  it("may hang for a while", async () => {
    const fleet = new TestFleet(own);
    fleet.worker({ leaseMs: 10_000 });
    const host = fleet.host();
    expect(await host.execute({ id: "0", ...append })).toMatchObject({ status: "done" });
    own.pause();
    const running = host.executeBatch([
      { id: "1", ...append },
      { id: "2", ...append },
    ]);
    setTimeout(() => own.resume(), 1_500);
    expect((await running).map(({ status }) => status)).toEqual(["done", "done"]);
    expect(timesAppended(fleet.folder)).toBe(3);
  });

  it("does not block without a Redis that ever answered", async () => {
    await own.kill();
    const fleet = new TestFleet(own);
    const worker = fleet.worker();
    const executor = fleet.executor({ redisTimeoutMs: 300 });
    const host = fleet.host({ executor });
    expect(await host.execute({ id: "1", ...append })).toMatchObject({
      error: { errorCode: "worker-lost", message: expect.stringContaining("has not run") },
    });
    expect(await executor.metrics()).toMatchObject({ connected: false, underway: 0, lost: 1 });
    await executor.close();
    await worker.close();
  });
});

describeWithRedis("an input that cannot travel", () => {
  const redis = useRedis();

  it.each([
    ["is no JSON", 1n, "invalid-input"],
    // Six characters each in JSON: below the limit of an input, above that of a job.
    ["is too large", "\u0001".repeat(2_000_000), "content-too-large"],
  ])("%s: the call says so and has not run", async (_title, value, errorCode) => {
    const tool = defineTool({
      name: "any",
      description: "Takes anything.",
      kind: "execute",
      inputSchema: z.object({ value: z.any() }),
      execute: () => "ran",
    });
    const fleet = new TestFleet(redis);
    const host = createToolRuntime({
      cwd: fleet.folder,
      tools: [tool],
      permissions: "allow-all",
      executor: fleet.executor({ isRemote: () => true }),
    });
    const result = await host.execute({ id: "1", name: "any", input: { value } });
    expect(result).toMatchObject({ status: "error", error: { errorCode } });
  });
});
