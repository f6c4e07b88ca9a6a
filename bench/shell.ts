import { spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createToolRuntime, type ToolRuntime } from "collet";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

const OUTPUT_BYTES = 200_000_000;

/** Measures a command compared with a bare spawn of bash, and a large output compared with reading the pipe. */
export async function benchShell(): Promise<readonly BenchRow[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-bench-")));
  const runtime = createToolRuntime({
    cwd: folder,
    permissions: "allow-all",
    stateDirectory: join(folder, ".state"),
  }) as unknown as ToolRuntime;
  try {
    return [...(await commandRows(runtime, folder)), ...(await floodRows(runtime, folder))];
  } finally {
    await runtime[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  }
}

async function commandRows(runtime: ToolRuntime, cwd: string): Promise<readonly BenchRow[]> {
  const bare: number[] = [];
  const whole: number[] = [];
  // Interleaved, so that other work of the machine affects both.
  for (let round = 0; round < 120; round += 1) {
    bare.push(await timed(() => bareSpawn("true", cwd)));
    whole.push(await timed(() => bash(runtime, "true")));
  }
  const limit = median(bare.slice(20));
  const value = median(whole.slice(20));
  return [
    {
      name: "`true`, whole pipeline",
      value,
      unit: "ms",
      limit,
      ratio: value / limit,
      goal: "< 1.5x (limit: a bare spawn of bash)",
    },
  ];
}

async function floodRows(runtime: ToolRuntime, cwd: string): Promise<readonly BenchRow[]> {
  // Lines as a build prints them. One endless line is a separate case.
  const floods = [
    ["lines", `yes 'a line of output as a build prints it, not too short' | head -c ${OUTPUT_BYTES}`],
    ["one line", `head -c ${OUTPUT_BYTES} /dev/zero | tr '\\0' a`],
  ] as const;
  const rows: BenchRow[] = [];
  for (const [what, command] of floods) {
    const bare: number[] = [];
    const whole: number[] = [];
    let growth = 0;
    let bareGrowth = 0;
    let blocked = 0;
    for (let round = 0; round < 6; round += 1) {
      globalThis.gc?.();
      const bareWatch = watchMemory();
      bare.push(await timed(() => bareSpawn(command, cwd)));
      // The first round warms up.
      if (round > 0) bareGrowth = Math.max(bareGrowth, bareWatch.stop());
      else bareWatch.stop();
      globalThis.gc?.();
      const delays = monitorEventLoopDelay({ resolution: 1 });
      const watch = watchMemory();
      delays.enable();
      whole.push(await timed(() => bash(runtime, command)));
      delays.disable();
      if (round > 0) {
        growth = Math.max(growth, watch.stop());
        blocked = Math.max(blocked, delays.max / 1e6);
      } else watch.stop();
    }
    const limit = median(bare);
    const value = median(whole);
    rows.push(
      {
        name: `200 MB of output, ${what}`,
        value,
        unit: "ms",
        limit,
        ratio: value / limit,
        goal: "< 2x (limit: the pipe drained)",
      },
      {
        name: `200 MB of output, ${what}: memory`,
        value: growth,
        unit: "MB",
        limit: bareGrowth,
        ratio: growth / Math.max(bareGrowth, 1),
        goal: "< 16 MB more (limit: the pipe drained)",
      },
      { name: `200 MB of output, ${what}: loop blocked`, value: blocked, unit: "ms", goal: "< 50 ms" },
    );
  }
  return rows;
}

async function bash(runtime: ToolRuntime, cmd: string): Promise<void> {
  const result = await runtime.execute({ id: "1", name: "Bash", input: { cmd } });
  if (result.status !== "done") throw new Error(`${cmd}: ${result.error.message}`);
}

function bareSpawn(command: string, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/bash", ["--noprofile", "--norc", "-c", command], {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", () => {});
    child.stderr.on("data", () => {});
    child.once("error", reject);
    child.once("close", () => resolve());
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Measures the growth of the memory of this process. */
function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      return (Math.max(most, process.memoryUsage.rss()) - before) / 1024 / 1024;
    },
  };
}
