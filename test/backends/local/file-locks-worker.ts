// A separate process that locks on request; `file-locks-process.ts` controls it.
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { localFileLocks } from "../../../src/backends/local/file-locks/index.js";
import type { FileLock } from "../../../src/contract/index.js";

const [stateDirectory] = process.argv.slice(2);
const locks = localFileLocks(stateDirectory === undefined ? {} : { stateDirectory });
const { signal } = new AbortController();
let held: FileLock | undefined;

export interface Gate {
  /** Created by the process when it waits at the gate. */
  readonly reached: string;
  /** Made by the test to let it through. */
  readonly open: string;
}

/** Blocks, like a process that gets no processor time. */
function passGate({ reached, open }: Gate): void {
  fs.writeFileSync(reached, "");
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + 15_000; Date.now() < end && !fs.existsSync(open); )
    Atomics.wait(cell, 0, 0, 5);
}

export const commands = {
  async acquire(path: string): Promise<void> {
    held = await locks.acquire(path, { signal });
  },
  async isCompromised(): Promise<boolean | undefined> {
    return held?.compromised;
  },
  async release(): Promise<void> {
    await held?.release();
  },
  /** Adds one to the number in a file, slowly, while holding the lock. */
  async count(
    path: string,
    file: string,
    { times, holdMs }: { times: number; holdMs: number },
  ): Promise<void> {
    for (let time = 0; time < times; time++) {
      const lock = await locks.acquire(path, { signal });
      const number = Number(fs.readFileSync(file, "utf8"));
      await wait(holdMs);
      fs.writeFileSync(file, String(number + 1));
      await lock.release();
    }
  },
  /** Lets nothing else happen in this process until the gate is opened. */
  async blockEventLoop(gate: Gate): Promise<void> {
    passGate(gate);
  },
  /** Makes this process wait between its check of an abandoned lock and the removal. */
  async gateTakeover(gate: Gate): Promise<void> {
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      fs.renameSync = renameSync;
      syncBuiltinESMExports();
      passGate(gate);
      renameSync(from, to);
    };
    syncBuiltinESMExports();
  },
  /** Takes a lock with the unmodified `proper-lockfile`, waiting before it removes an abandoned one. */
  async acquireBare(lockPath: string, gate: Gate | null): Promise<void> {
    const { lock } = await import("proper-lockfile");
    const rmdir = (path: string, callback: fs.NoParamCallback) => {
      if (gate !== null) passGate(gate);
      fs.rmdir(path, callback);
    };
    await lock(lockPath, { lockfilePath: lockPath, realpath: false, fs: { ...fs, rmdir } });
  },
  async loadedLibrary(): Promise<boolean> {
    const { cache } = createRequire(import.meta.url);
    return Object.keys(cache).some((name) => name.includes("proper-lockfile"));
  },
  async exit(): Promise<void> {
    process.exit(0);
  },
};

type Command = { id: number; name: keyof typeof commands; args: never[] };

process.on("message", async ({ id, name, args }: Command) => {
  const run = commands[name] as (...args: never[]) => Promise<unknown>;
  const answer = await run(...args).then(
    (value) => ({ id, value: value ?? null }),
    (error: Error & { code?: string }) => ({ id, error: { code: error.code, message: error.message } }),
  );
  process.send?.(answer);
});
process.on("disconnect", () => process.exit(0));
process.send?.({ id: 0, value: "ready" });
