import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "..");

/** Measures `import "collet"` in a new process, in addition to an empty process. */
export async function benchImport(): Promise<readonly BenchRow[]> {
  const programs = {
    empty: "0",
    zod: 'import "zod"',
    collet: 'import "collet"',
    core: 'import "collet/core"',
  };
  const times: Record<string, number[]> = { empty: [], zod: [], collet: [], core: [] };
  // Interleaved, so that a slow moment of the machine affects all of them.
  for (let round = 0; round < 11; round += 1) {
    for (const [name, program] of Object.entries(programs)) {
      const startedAt = performance.now();
      await run(process.execPath, ["--input-type=module", "--eval", program], { cwd: ROOT });
      times[name]?.push(performance.now() - startedAt);
    }
  }
  const over = (name: string) => median(times[name] ?? []) - median(times.empty ?? []);
  return [
    {
      name: 'import "collet", over an empty process',
      value: over("collet"),
      unit: "ms",
      limit: over("zod"),
      ratio: over("collet") / over("zod"),
      goal: "<= 120 ms (limit: import zod)",
    },
    { name: 'import "collet/core", over an empty process', value: over("core"), unit: "ms" },
  ];
}
