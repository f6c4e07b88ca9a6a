import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, vi } from "vitest";

/** Waits until no worker with this state directory runs: it would write into a removed folder. */
export async function workersEnded(stateDirectory: string): Promise<void> {
  await vi.waitFor(async () => expect(await runningWorkers(stateDirectory)).toEqual([]), { timeout: 20_000 });
}

/** Returns the recorded workers that still run. One whose host was killed may leave its record when it ends. */
async function runningWorkers(stateDirectory: string): Promise<readonly number[]> {
  const names = await readdir(stateDirectory, { recursive: true });
  const records = names.filter((name) => /\/[0-9a-f]{32}$/.test(name));
  // A worker that ends removes its record.
  const texts = records.map((name) => readFile(join(stateDirectory, name), "utf8").catch(() => ""));
  const workers = (await Promise.all(texts)).map((text) => Number.parseInt(text, 10));
  return workers.filter(isRunning);
}

function isRunning(worker: number): boolean {
  try {
    return process.kill(worker, 0);
  } catch {
    return false;
  }
}
