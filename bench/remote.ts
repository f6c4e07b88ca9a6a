import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { type Connector, processConnector, remoteBackend } from "../src/adapters/remote/index.js";
import { createToolRuntime } from "../src/index.js";

/** Milliseconds of delay in each direction. */
const DELAY_MS = 20;

/** Calls of each kind; their median counts. */
const CALLS = 15;

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

async function medianOf(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await work(index);
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other)[Math.floor(count / 2)] ?? Number.NaN;
}

/** Returns the milliseconds in which a program writes its output into a pipe of this process. */
function streamed(program: string, parameters: readonly string[], cwd: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((done) => {
    const child = spawn(program, parameters, { cwd, stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.on("data", () => {});
    child.on("close", () => done(performance.now() - startedAt));
  });
}

async function openRuntime(root: string, delayMs: number) {
  const backend = await remoteBackend({ connect: delayed(processConnector({ command: WORKER }), delayMs) });
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

async function measureCalls(root: string): Promise<void> {
  const { backend, call, end } = await openRuntime(root, DELAY_MS);
  try {
    await call("Read", { path: "a.txt" });
    const trip = await medianOf(CALLS, () => backend.files.resolve(root));
    console.log(`one message and its answer: ${trip.toFixed(1)} ms`);
    const works: Readonly<Record<string, (index: number) => Promise<unknown>>> = {
      Read: () => call("Read", { path: "a.txt" }),
      edit_file: (index) =>
        call("edit_file", { path: "a.txt", old_str: `line ${index} `, new_str: `row ${index} ` }),
      Grep: () => call("Grep", { pattern: "line 7" }),
      Bash: () => call("Bash", { cmd: "true" }),
    };
    for (const [name, work] of Object.entries(works)) {
      const ms = await medianOf(CALLS, work);
      console.log(`${name}: ${ms.toFixed(1)} ms, ${(ms / trip).toFixed(2)} of one message and its answer`);
    }
  } finally {
    await end();
  }
}

async function measureOutput(root: string): Promise<void> {
  const { backend, call, end } = await openRuntime(root, 0);
  try {
    const command = "head -c 20971520 /dev/zero | tr '\\0' 'x' | fold -w 99";
    await call("Bash", { cmd: "true" });
    for (let round = 0; round < 3; round += 1) {
      const bare = await streamed("sh", ["-c", command], root);
      const startedAt = performance.now();
      let bytes = 0;
      await backend.shell?.run({
        ...{ command, cwd: root, signal: new AbortController().signal },
        onOutput: (chunk) => {
          bytes += chunk.length;
        },
      });
      const port = performance.now() - startedAt;
      const startedCall = performance.now();
      await call("Bash", { cmd: command });
      const whole = performance.now() - startedCall;
      const ratios = `${(port / bare).toFixed(2)} and ${(whole / bare).toFixed(2)} of it`;
      console.log(
        `${(bytes / 1e6).toFixed(0)} MB of output: ${bare.toFixed(0)} ms bare, ${port.toFixed(0)} ms over the shell of the backend, ${whole.toFixed(0)} ms as a call: ${ratios}`,
      );
    }
  } finally {
    await end();
  }
}

async function measureFiles(root: string): Promise<void> {
  const { runtime, call, end } = await openRuntime(root, 0);
  try {
    await call("Read", { path: "many/0.txt" });
    for (let round = 0; round < 3; round += 1) {
      const bare = await streamed("tar", ["cf", "-", "many"], root);
      const calls = Array.from({ length: 1_000 }, (_, index) => ({
        id: `${round}-${index}`,
        name: "Read",
        input: { path: `many/${index}.txt` },
      }));
      const startedAt = performance.now();
      const results = await runtime.executeBatch(calls as never);
      const batch = performance.now() - startedAt;
      if (results.some(({ status }) => status !== "done")) throw new Error("A file was not read.");
      console.log(
        `1,000 files: ${bare.toFixed(0)} ms by tar, ${batch.toFixed(0)} ms as calls of one batch: ${(batch / bare).toFixed(1)} times`,
      );
    }
  } finally {
    await end();
  }
}

const root = await mkdtemp(join(tmpdir(), "collet-bench-remote-"));
try {
  await writeFile(
    join(root, "a.txt"),
    Array.from({ length: 500 }, (_, line) => `line ${line} of a file\n`).join(""),
  );
  await mkdir(join(root, "many"));
  for (let index = 0; index < 1_000; index += 1)
    await writeFile(join(root, "many", `${index}.txt`), `content of file ${index}\n`.repeat(20));
  await measureCalls(root);
  await measureOutput(root);
  await measureFiles(root);
} finally {
  await rm(root, { recursive: true, force: true });
}
