import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRuntime } from "collet";
import { codeMode } from "collet/code-mode";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

const FILES = 1_000;

/** Measures programs of code mode: an empty one, and many reads compared with `executeBatch` of the same reads. */
export async function benchCodeMode(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "collet-bench-"));
  try {
    for (let n = 0; n < FILES; n += 1)
      writeFileSync(join(folder, `f${n}.txt`), "a line of text\n".repeat(40));
    await using runtime = createToolRuntime({ cwd: folder, permissions: "allow-all" });
    codeMode(runtime);
    const run = async (code: string) => {
      const result = await runtime.execute({ id: crypto.randomUUID(), name: "run_code", input: { code } });
      if (result.status !== "done") throw new Error(result.error.message);
    };
    const first = await timed(() => run("1"));
    const warm = await times(20, () => run("1"));
    const reads = Array.from({ length: FILES }, (_, n) => ({
      id: `${n}`,
      name: "Read",
      input: { path: join(folder, `f${n}.txt`) },
    }));
    const program = `await Promise.all(${JSON.stringify(reads.map(({ input }) => input))}.map((input) => tools.Read(input)));`;
    const batches: number[] = [];
    const programs: number[] = [];
    let slice = 0;
    for (let round = 0; round < 9; round += 1) {
      batches.push(await timed(() => runtime.executeBatch(reads)));
      const watch = watchSlices();
      programs.push(await timed(() => run(program)));
      // The first rounds warm up.
      if (round > 1) slice = Math.max(slice, watch());
      else watch();
    }
    const limit = median(batches.slice(2));
    const value = median(programs.slice(2));
    return [
      { name: "the first program of a process", value: first, unit: "ms" },
      { name: "a warm program without calls", value: warm, unit: "ms", goal: "<= 20 ms" },
      {
        name: "1,000 reads in one program (limit: executeBatch)",
        ...{ value, limit, unit: "ms", ratio: value / limit },
        goal: "<= 1.5x",
      },
      { name: "longest slice of the event loop meanwhile", value: slice, unit: "ms", goal: "<= 50 ms" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function times(runs: number, work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < runs; round += 1) all.push(await timed(work));
  return median(all);
}

/** Watches the event loop; the returned function ends it and returns the longest time without a turn. */
function watchSlices(): () => number {
  let longest = 0;
  let last = performance.now();
  let next = setImmediate(function turn() {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(turn);
  });
  return () => {
    clearImmediate(next);
    return longest;
  };
}
