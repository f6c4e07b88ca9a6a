import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { AlwaysOffSampler, BasicTracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { createToolRuntime, defineTool, type Plugin } from "collet/core";
import { openTelemetry } from "collet/otel";
import * as z from "zod";
import type { BenchRow } from "./bench-row.js";
import { median } from "./measure.js";

const CALLS = 5_000;
const ROUNDS = 15;

/** A span processor that does nothing, so that the work of an exporter does not count. */
const nowhere: SpanProcessor = {
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

/** Measures the processor time of telemetry for a call, without and with a registered SDK. */
export async function benchOtel(): Promise<readonly BenchRow[]> {
  const traced = new BasicTracerProvider({ spanProcessors: [nowhere] }).getTracer("bench");
  const unsampled = new BasicTracerProvider({ sampler: new AlwaysOffSampler(), spanProcessors: [nowhere] });
  const reader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    exportIntervalMillis: 3_600_000,
  });
  const meter = new MeterProvider({ readers: [reader] }).getMeter("bench");
  const ways: readonly {
    readonly name: string;
    readonly plugins: readonly Plugin[];
    readonly goal?: string;
  }[] = [
    { name: "no plugin", plugins: [] },
    { name: "plugin, no SDK registered", plugins: [openTelemetry()], goal: "< 1.05x" },
    { name: "plugin, spans not sampled", plugins: [openTelemetry({ tracer: unsampled.getTracer("bench") })] },
    { name: "plugin, metrics only", plugins: [openTelemetry({ meter })] },
    { name: "plugin, spans recorded", plugins: [openTelemetry({ tracer: traced })] },
  ];
  const runs = ways.map(({ plugins }) => batchOf(plugins));
  const times: number[][] = ways.map(() => []);
  // Interleaved, so that a load on the machine affects all cases. The first rounds warm up.
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [index, run] of runs.entries()) {
      const startedAt = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(startedAt);
      if (round >= 0) times[index]?.push((user + system) / CALLS);
    }
  }
  const values = times.map(median);
  const [limit = Number.NaN] = values;
  return ways.map(({ name, goal }, index) => {
    const value = values[index] ?? Number.NaN;
    return {
      name: `a call in a batch, ${name}, processor time`,
      value,
      unit: "us",
      ...(index > 0 && { limit, ratio: value / limit }),
      ...(goal !== undefined && { goal }),
    };
  });
}

function batchOf(plugins: readonly Plugin[]): () => Promise<unknown> {
  const noop = defineTool({
    name: "noop",
    description: "Does nothing.",
    kind: "think",
    inputSchema: z.object({ key: z.string() }),
    executionProfile: { resourceKeys: ({ key }) => [{ key, mode: "write" }] },
    execute: () => "ok",
  });
  const runtime = createToolRuntime({ tools: [noop], permissions: "allow-all", plugins });
  const calls = Array.from({ length: CALLS }, (_, index) => ({
    id: `${index}`,
    name: "noop",
    input: { key: `k${index}` },
  }));
  return () => runtime.executeBatch(calls);
}
