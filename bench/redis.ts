import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Queue, QueueEvents, Worker } from "bullmq";
import { createToolRuntime, defineTool, jsonSchema } from "collet";
import { bullmqExecutor, serveWorker } from "collet/bullmq";
import type { BenchRow } from "./bench-row.js";

const JOBS = 4_000;
const IN_PARALLEL = 64;
/** Number of operations of redis-benchmark. */
const OPERATIONS = 100_000;

/**
 * Measures the processor time that one Redis server spends on a job. Redis has one thread for all jobs, so one second divided by
 * that time is the limit of jobs per second, however many hosts and workers there are.
 */
export async function benchRedis(): Promise<readonly BenchRow[]> {
  if (spawnSync("redis-server", ["--version"]).status !== 0) {
    console.log("  redis-server is not installed: apt-get install redis-server");
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "collet-bench-redis-"));
  const path = join(folder, "redis.sock");
  const server = spawn("redis-server", ["--port", "0", "--unixsocket", path, "--save", "", "--dir", folder], {
    stdio: "ignore",
  });
  process.once("exit", () => server.kill("SIGKILL"));
  try {
    while (spawnSync("redis-cli", ["-s", path, "ping"]).status !== 0) await pause(20);
    const set = await costOf(server, OPERATIONS, async () => {
      execFileSync("redis-benchmark", ["-s", path, "-t", "set", "-n", String(OPERATIONS), "-q"]);
    });
    const bare = await bareJobs(server, path);
    const call = await calls(server, path);
    return [
      row("SET of redis-benchmark", set.redis),
      row("a job of bare BullMQ", bare.redis),
      row("a call of Collet", call.redis, bare.redis),
      { name: "jobs of bare BullMQ that fill one Redis", value: 1e6 / bare.redis, unit: "/s" },
      { name: "calls of Collet that fill one Redis", value: 1e6 / call.redis, unit: "/s" },
      { name: "a job of bare BullMQ, both ends in one process, Node", value: bare.node, unit: "us" },
      {
        name: "a call of Collet, both ends in one process, Node",
        value: call.node,
        unit: "us",
        limit: bare.node,
        ratio: call.node / bare.node,
      },
    ];
  } finally {
    // BullMQ closes its connections shortly after `close` has resolved.
    await pause(500);
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bareJobs(server: ChildProcess, path: string): Promise<Cost> {
  const connection = { path };
  const worker = new Worker("bare", async () => "ok", { connection, concurrency: IN_PARALLEL });
  const queue = new Queue("bare", { connection });
  const events = new QueueEvents("bare", { connection });
  // Each awaited job adds a listener to both.
  for (const emitter of [queue, events]) emitter.setMaxListeners(0);
  await events.waitUntilReady();
  const job = async () => {
    const added = await queue.add("job", { path: "a.txt" }, { removeOnComplete: 10_000 });
    await added.waitUntilFinished(events);
  };
  try {
    await many(200, job);
    return await costOf(server, JOBS, () => many(JOBS, job));
  } finally {
    await Promise.all([worker.close(), events.close(), queue.close()]);
  }
}

async function calls(server: ChildProcess, path: string): Promise<Cost> {
  const connection = { path };
  const small = defineTool({
    name: "small",
    description: "Does nothing.",
    kind: "read",
    inputSchema: jsonSchema({ type: "object", properties: {} }),
    executionProfile: { resourceKeys: () => [] },
    execute: () => "ok",
  });
  const cwd = tmpdir();
  const served = { cwd, tools: [small], permissions: "allow-all" } as const;
  const worker = serveWorker({
    connection,
    workspaces: ["bench"],
    createRuntime: () => createToolRuntime(served) as never,
  });
  await using executor = bullmqExecutor({ connection, workspace: "bench", root: cwd, isRemote: () => true });
  await using runtime = createToolRuntime({ ...served, executor });
  let count = 0;
  const call = () => runtime.execute({ id: String(count++), name: "small", input: {} });
  try {
    await worker.ready();
    await many(200, call);
    return await costOf(server, JOBS, () => many(JOBS, call));
  } finally {
    await worker.close();
  }
}

/** Runs a task many times, with a limit of parallel runs. */
async function many(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  const line = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: IN_PARALLEL }, line));
}

/** Microseconds of processor time for one operation. */
interface Cost {
  readonly redis: number;
  readonly node: number;
}

async function costOf(server: ChildProcess, operations: number, work: () => Promise<void>): Promise<Cost> {
  const before = processorTimeUs(server.pid);
  const own = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(own);
  return { redis: (processorTimeUs(server.pid) - before) / operations, node: (user + system) / operations };
}

/** Returns the processor time of another process, with a resolution of 10 ms (`man 5 proc`). */
function processorTimeUs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function row(name: string, value: number, limit?: number): BenchRow {
  return {
    name: `${name}, processor time of Redis`,
    value,
    unit: "us",
    ...(limit !== undefined && { limit, ratio: value / limit }),
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
