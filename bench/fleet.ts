import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Queue, QueueEvents } from "bullmq";
import { bullmqExecutor } from "collet/bullmq";
import { createToolRuntime, defineTool } from "collet/core";
import * as z from "zod";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

/** Number of consecutive calls, to measure the time of a single call. */
const SINGLE_CALLS = 500;

/** Number of parallel calls, to measure the throughput of a host. */
const MANY_CALLS = 5_000;

/** Limit of calls of a host that run in parallel. */
const IN_PARALLEL = 64;

/** Number of rounds; the median counts. Bare and Collet rounds alternate, so that a load on the machine affects both. */
const ROUNDS = 5;

/** Measures a call that a worker in another process runs, compared with bare BullMQ in the same run. */
export async function benchFleet(): Promise<readonly BenchRow[]> {
  if (spawnSync("redis-server", ["--version"]).status !== 0) {
    console.log("  skipped: redis-server is not installed (apt-get install redis-server)");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "collet-bench-"));
  const path = join(folder, "redis.sock");
  const redis = spawn("redis-server", ["--port", "0", "--unixsocket", path, "--save", "", "--dir", folder], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const worker = spawn(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "fleet-worker.ts"), path],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  try {
    await once(worker.stdout, "data");
    return await measure(path);
  } finally {
    await ended(worker);
    await ended(redis);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(path: string): Promise<readonly BenchRow[]> {
  const connection = { path, maxRetriesPerRequest: null };
  const queue = new Queue("bare", { connection });
  const events = new QueueEvents("bare", { connection });
  // Every running call adds a listener.
  queue.setMaxListeners(0);
  events.setMaxListeners(0);
  await events.waitUntilReady();
  const executor = bullmqExecutor({
    connection: { path },
    workspace: "bench",
    root: "/",
    isRemote: () => true,
  });
  const tools = (["read", "edit"] as const).map((kind) =>
    defineTool({
      name: `noop_${kind}`,
      description: "Does nothing.",
      kind,
      inputSchema: z.object({ key: z.string() }),
      executionProfile: { resourceKeys: () => [] },
      execute: () => "not here",
    }),
  );
  const runtime = createToolRuntime({ tools, permissions: "allow-all", executor });
  let count = 0;
  const bare = async () => {
    count += 1;
    const job = await queue.add("call", { key: "k" }, { jobId: `bare-${count}` });
    await job.waitUntilFinished(events);
  };
  const through = (name: string) => async () => {
    const result = await runtime.execute({ id: "1", name, input: { key: "k" } });
    if (result.status !== "done") throw new Error(result.error.message);
  };
  const ways = [bare, through("noop_read"), through("noop_edit")];
  const singles: number[][] = ways.map(() => []);
  const perSecond: number[][] = ways.map(() => []);
  // The first round warms up.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, way] of ways.entries()) {
      const single = await singleMs(way);
      const rate = await callsPerSecond(way);
      if (round < 0) continue;
      singles[index]?.push(single);
      perSecond[index]?.push(rate);
    }
  }
  await executor.close();
  await Promise.all([queue.close(), events.close(), runtime[Symbol.asyncDispose]()]);

  const [bareMs = 0, readMs = 0, editMs = 0] = singles.map(median);
  const [bareRate = 0, readRate = 0, editRate = 0] = perSecond.map(median);
  const each = (title: string, value: number): BenchRow => ({
    name: `one remote call, ${title}`,
    value,
    unit: "ms",
    limit: bareMs,
    ratio: value / bareMs,
    goal: "< 8 ms, within 1.5x (limit: bare BullMQ)",
  });
  const many = (title: string, value: number): BenchRow => ({
    name: `${IN_PARALLEL} in parallel, ${title}`,
    value,
    unit: "/s",
    limit: bareRate,
    // The ratio states how much slower Collet is. For a rate it is inverted, because higher is better.
    ratio: bareRate / value,
    goal: "> 1,000 /s, within 1.5x (limit: bare BullMQ)",
  });
  return [
    each("a read", readMs),
    each("a change", editMs),
    many("reads", readRate),
    many("changes", editRate),
  ];
}

async function singleMs(call: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < SINGLE_CALLS; run += 1) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

async function callsPerSecond(call: () => Promise<void>): Promise<number> {
  let left = MANY_CALLS;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: IN_PARALLEL }, async () => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    }),
  );
  return (MANY_CALLS / (performance.now() - startedAt)) * 1_000;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
