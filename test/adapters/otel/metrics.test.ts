import { metrics } from "@opentelemetry/api";
import type { MeterProvider } from "@opentelemetry/sdk-metrics";
import { afterEach, describe, expect, it } from "vitest";
import { openTelemetry } from "../../../src/adapters/otel/index.js";
import {
  createToolRuntime,
  defineTool,
  jsonSchema,
  type Plugin,
  type RuntimeOptions,
} from "../../../src/core.js";
import { deferred } from "../../runtime/fixtures.js";
import { recordTelemetry } from "./telemetry.js";

const gates = new Map<string, ReturnType<typeof deferred<void>>>();
const inputSchema = jsonSchema<{ gate?: string; key?: string }>({ type: "object", properties: {} });
const work = defineTool({
  name: "work",
  description: "Works until its gate opens.",
  kind: "edit",
  inputSchema,
  executionProfile: {
    resourceKeys: ({ key }) => (key === undefined ? [] : [{ key, mode: "write" as const }]),
  },
  execute: async ({ gate = "" }) => {
    await gates.get(gate)?.promise;
    return "x".repeat(50);
  },
});
const broken = defineTool({
  name: "broken",
  description: "Throws.",
  kind: "edit",
  inputSchema,
  executionProfile: { resourceKeys: () => [] },
  execute: (): string => {
    throw new Error("no");
  },
});

function measured(options: RuntimeOptions = {}, ...plugins: Plugin[]) {
  const telemetry = recordTelemetry();
  const runtime = createToolRuntime({
    permissions: "allow-all",
    ...options,
    tools: [work, broken],
    plugins: [openTelemetry({ meter: telemetry.meter }), ...plugins],
  });
  return { runtime, points: telemetry.points, spans: telemetry.spans };
}

describe("metrics", () => {
  it("count calls by tool, status and code, and time those that ran", async () => {
    const { runtime, points, spans } = measured();
    await runtime.executeBatch([
      { id: "1", name: "work", input: {} },
      { id: "2", name: "work", input: {} },
      { id: "3", name: "broken", input: {} },
      { id: "4", name: "missing-tool", input: {} },
    ]);
    expect(await points("collet.tool.calls")).toEqual({
      '{"collet.call.status":"done","gen_ai.tool.name":"work"}': 2,
      '{"collet.call.status":"error","error.type":"tool-failed","gen_ai.tool.name":"broken"}': 1,
      '{"collet.call.status":"error","error.type":"unknown-tool","gen_ai.tool.name":"_OTHER"}': 1,
    });
    expect(await points("gen_ai.execute_tool.duration")).toEqual({
      '{"collet.call.status":"done","gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"work"}': 2,
      '{"collet.call.status":"error","error.type":"tool-failed","gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"broken"}': 1,
    });
    // Measured without a tracer: no span comes of that.
    expect(spans()).toEqual([]);
  });

  it("count the running calls, down to none when the runtime ends early", async () => {
    const { runtime, points } = measured();
    gates.set("never", deferred());
    const run = runtime.executeBatch([
      { id: "1", name: "work", input: { gate: "never", key: "k" } },
      { id: "2", name: "work", input: { gate: "never" } },
      { id: "3", name: "work", input: { gate: "never", key: "k" } },
    ]);
    const active = () => points("collet.tool.active");
    await expect.poll(active).toEqual({ '{"gen_ai.tool.name":"work"}': 2 });
    await runtime[Symbol.asyncDispose]();
    await run;
    expect(await active()).toEqual({ '{"gen_ai.tool.name":"work"}': 0 });
  });

  it("measure the wait for conflicts of the calls that had to wait, and of no others", async () => {
    const waiting = deferred();
    const { runtime, points } = measured({}, ({ observe }) =>
      observe({ onRun: () => ({ onCall: () => ({ onWait: () => waiting.resolve() }) }) }),
    );
    gates.set("first", deferred());
    const run = runtime.executeBatch([
      { id: "1", name: "work", input: { gate: "first", key: "k" } },
      { id: "2", name: "work", input: { key: "k" } },
      { id: "3", name: "work", input: {} },
    ]);
    await waiting.promise;
    gates.get("first")?.resolve();
    await run;
    expect(await points("collet.tool.conflict_wait")).toEqual({ '{"gen_ai.tool.name":"work"}': 1 });
  });

  it("count truncated results, and questions by outcome", async () => {
    const cut = measured({ truncation: { maxBytes: 10 } });
    await cut.runtime.execute({ id: "1", name: "work", input: {} });
    expect(await cut.points("collet.tool.truncations")).toEqual({ '{"gen_ai.tool.name":"work"}': 1 });

    const asking = { permissions: { rules: [{ tool: "work", verdict: "ask" as const }] } };
    for (const [onApproval, outcome] of [
      [() => true, "approved"],
      [() => false, "rejected"],
      [undefined, "pending"],
    ] as const) {
      const { runtime, points } = measured({ ...asking, ...(onApproval && { onApproval }) });
      await runtime.execute({ id: "1", name: "work", input: {} });
      expect(await points("collet.approvals")).toEqual({
        [`{"collet.approval.outcome":"${outcome}","gen_ai.tool.name":"work"}`]: 1,
      });
    }
  });
});

describe("the global meter", () => {
  afterEach(() => metrics.disable());

  it("may be there only after the runtime: the next batch is measured", async () => {
    await using runtime = createToolRuntime({
      tools: [work],
      permissions: "allow-all",
      plugins: [openTelemetry()],
    });
    await runtime.execute({ id: "1", name: "work", input: {} });
    const telemetry = recordTelemetry();
    const provider = { getMeter: () => telemetry.meter } as unknown as MeterProvider;
    metrics.setGlobalMeterProvider(provider);
    await runtime.execute({ id: "2", name: "work", input: {} });
    expect(Object.values(await telemetry.points("collet.tool.calls"))).toEqual([1]);
  });
});
