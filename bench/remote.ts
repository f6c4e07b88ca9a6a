import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { type Connector, processConnector, remoteBackend } from "../src/adapters/remote/index.js";
import { createToolRuntime } from "../src/index.js";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

/** Milliseconds of delay in each direction. */
const DELAY_MS = 20;

/** Calls of each kind; their median counts. */
const CALLS = 15;

/** Rounds of the other measurements; their median counts. */
const ROUNDS = 5;

/** Small files of a batch. */
const FILES = 1_000;

const WORKER = [
  process.execPath,
  resolve(import.meta.dirname, "../dist/cli.js"),
  "serve",
  "--stdio",
] as const;

/** Delays all bytes of both directions, in order. */
function delayed(connect: Connector, delayMs: number): Connector {
  return async () => {
    const stream = await connect();
    async function* received() {
      const chunks: { readonly bytes: Uint8Array; readonly at: number }[] = [];
      let wake = () => {};
      let isOver = false;
      const read = async () => {
        for await (const bytes of stream.input) {
          chunks.push({ bytes, at: performance.now() + delayMs });
          wake();
        }
        isOver = true;
        wake();
      };
      void read().catch(() => {});
      for (;;) {
        const next = chunks.shift();
        if (next !== undefined) {
          const waitMs = next.at - performance.now();
          if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
          yield next.bytes;
        } else if (isOver) return;
        else
          await new Promise<void>((done) => {
            wake = done;
          });
      }
    }
    return {
      ...stream,
      input: received(),
      write: async (bytes) => {
        await new Promise((done) => setTimeout(done, delayMs));
        await stream.write(bytes);
      },
    };
  };
}

/**
 * Returns the milliseconds in which a program writes its output into a pipe of this process, at the delay in each direction: that of the
 * message that starts it, and that of its last byte.
 */
function streamed(program: string, parameters: readonly string[], cwd: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((done) => {
    const child = spawn(program, parameters, { cwd, stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.on("data", () => {});
    child.on("close", () => done(performance.now() - startedAt + 2 * DELAY_MS));
  });
}

async function openRuntime(root: string) {
  const backend = await remoteBackend({ connect: delayed(processConnector({ command: WORKER }), DELAY_MS) });
  const runtime = createToolRuntime({ cwd: root, permissions: "allow-all", backend });
  let calls = 0;
  const call = async (name: string, input: object) => {
    calls += 1;
    const result = await runtime.execute({ id: `${calls}`, name, input: input as never });
    if (result.status !== "done") throw new Error(`${name}: ${result.error.message}`);
    return result;
  };
  const end = async () => {
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
  };
  return { backend, runtime, call, end };
}

/** Measures calls over a connection with a delay, compared with one message and its answer, or with a bare pipe. */
export async function benchRemote(): Promise<readonly BenchRow[]> {
  const root = await mkdtemp(join(tmpdir(), "collet-bench-remote-"));
  try {
    await writeFile(
      join(root, "a.txt"),
      Array.from({ length: 500 }, (_, line) => `line ${line} of a file\n`).join(""),
    );
    const rows = [...(await callRows(root)), ...(await outputRows(root))];
    // Only now, since a search of the project would read them too.
    await mkdir(join(root, "many"));
    for (let index = 0; index < FILES; index += 1)
      await writeFile(join(root, "many", `${index}.txt`), `content of file ${index}\n`.repeat(20));
    return [...rows, ...(await fileRows(root))];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function callRows(root: string): Promise<readonly BenchRow[]> {
  const { backend, call, end } = await openRuntime(root);
  const works: Readonly<Record<string, (index: number) => Promise<unknown>>> = {
    read: () => call("Read", { path: "a.txt" }),
    edit: (index) =>
      call("edit_file", { path: "a.txt", old_str: `line ${index} `, new_str: `row ${index} ` }),
    grep: () => call("Grep", { pattern: "line 7" }),
    bash: () => call("Bash", { cmd: "true" }),
  };
  try {
    await call("Read", { path: "a.txt" });
    const rows: BenchRow[] = [];
    for (const [name, work] of Object.entries(works)) {
      // Alternating, so that a load on the machine affects both.
      const [trips, times]: [number[], number[]] = [[], []];
      for (let index = 0; index < CALLS; index += 1) {
        trips.push(await timeOf(() => backend.files.resolve(root)));
        times.push(await timeOf(() => work(index)));
      }
      const limit = median(trips);
      const value = median(times);
      rows.push({
        name: `${name} at ${DELAY_MS} ms, against a message and its answer`,
        ...{ value, unit: "ms", limit, ratio: value / limit, goal: "<= 1.3x" },
      });
    }
    return rows;
  } finally {
    await end();
  }
}

async function outputRows(root: string): Promise<readonly BenchRow[]> {
  const { backend, call, end } = await openRuntime(root);
  try {
    const command = "head -c 20971520 /dev/zero | tr '\\0' 'x' | fold -w 99";
    await call("Bash", { cmd: "true" });
    const times = { bare: [] as number[], port: [] as number[], whole: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.bare.push(await streamed("sh", ["-c", command], root));
      const signal = new AbortController().signal;
      times.port.push(
        await timeOf(async () => backend.shell?.run({ command, cwd: root, signal, onOutput: () => {} })),
      );
      times.whole.push(await timeOf(() => call("Bash", { cmd: command })));
    }
    const limit = median(times.bare);
    const row = (name: string, list: readonly number[]): BenchRow => {
      const value = median(list);
      return { name, value, unit: "ms", limit, ratio: value / limit, goal: "<= 1.5x" };
    };
    return [
      row(`20 MB of output at ${DELAY_MS} ms, over the shell port`, times.port),
      row(`20 MB of output at ${DELAY_MS} ms, as a call`, times.whole),
    ];
  } finally {
    await end();
  }
}

async function fileRows(root: string): Promise<readonly BenchRow[]> {
  const { runtime, call, end } = await openRuntime(root);
  try {
    await call("Read", { path: "many/0.txt" });
    const [bare, batches]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await streamed("tar", ["cf", "-", "many"], root));
      const calls = Array.from({ length: FILES }, (_, index) => ({
        id: `${round}-${index}`,
        name: "Read",
        input: { path: `many/${index}.txt` },
      }));
      batches.push(
        await timeOf(async () => {
          const results = await runtime.executeBatch(calls as never);
          if (results.some(({ status }) => status !== "done")) throw new Error("A file was not read.");
        }),
      );
    }
    const [value, limit] = [median(batches), median(bare)];
    return [
      {
        name: `${FILES} small files at ${DELAY_MS} ms in a batch, against tar`,
        value,
        unit: "ms",
        limit,
        ratio: value / limit,
        goal: "<= 3x",
      },
    ];
  } finally {
    await end();
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
