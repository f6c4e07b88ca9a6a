import { createToolRuntime as createRuntimeOfMachine } from "collet";
import { createToolRuntime, defineTool } from "collet/core";
import * as z from "zod";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

/** Measures the pipeline alone, with calls of a tool that does nothing. */
export async function benchPipeline(): Promise<readonly BenchRow[]> {
  const noop = defineTool({
    name: "noop",
    description: "Does nothing.",
    kind: "think",
    inputSchema: z.object({ key: z.string() }),
    executionProfile: { resourceKeys: ({ key }) => [{ key, mode: "write" }] },
    execute: () => "ok",
  });
  const core = createToolRuntime({ tools: [noop], permissions: "allow-all" });
  const single = await singleCall(() => core.execute({ id: "1", name: "noop", input: { key: "k" } }));
  const bare = await singleCall(() => Promise.resolve("ok"));
  const rows: BenchRow[] = [
    {
      name: "one no-op call, whole pipeline",
      value: single,
      unit: "us",
      limit: bare,
      ratio: single / bare,
      goal: "< 40 us (limit: a promise)",
    },
  ];
  // What most hosts create: with a workspace, and keys that look like paths.
  await using machine = createRuntimeOfMachine({ tools: [noop], permissions: "allow-all" });
  for (const [title, runtime, keyOf, goal] of [
    ["distinct keys", core, (index: number) => `k${index}`, "< 10 us"],
    ["one key", core, () => "k", "< 10 us"],
    ["keys that are paths, workspace", machine, (index: number) => `/src/file-${index}.ts`, "< 15 us"],
  ] as const) {
    const calls = Array.from({ length: 10_000 }, (_, index) => ({
      id: `${index}`,
      name: "noop",
      input: { key: keyOf(index) },
    }));
    const times: number[] = [];
    // The first rounds warm up.
    for (let round = -3; round < 15; round += 1) {
      const startedAt = performance.now();
      await runtime.executeBatch(calls);
      if (round >= 0) times.push(((performance.now() - startedAt) / calls.length) * 1_000);
    }
    rows.push({
      name: `10,000 no-op calls, ${title}, each`,
      value: median(times),
      unit: "us",
      goal,
    });
  }
  return rows;
}

async function singleCall(work: () => Promise<unknown>): Promise<number> {
  for (let run = 0; run < 2_000; run += 1) await work();
  const times: number[] = [];
  for (let run = 0; run < 2_000; run += 1) {
    const startedAt = performance.now();
    await work();
    times.push((performance.now() - startedAt) * 1_000);
  }
  return median(times);
}
