import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTelemetry } from "../../../src/adapters/otel/index.js";
import { createToolRuntime, defineTool, jsonSchema, type ResourceKey } from "../../../src/core.js";
import { linkedCalls, parentOf, recordersOf, recordTelemetry, useContextManager } from "./telemetry.js";

useContextManager();

type Input = { keys: ResourceKey[]; turns: number };

const inputSchema = jsonSchema<Input>({ type: "object", properties: {} });
/** Ends at once or after some turns, so that some calls are over before the next one is handed in. */
const execute = async ({ turns }: Input) => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  return "ok";
};
const tools = [
  defineTool({
    name: "touch",
    description: "Touches what it is told.",
    kind: "edit",
    inputSchema,
    executionProfile: { resourceKeys: ({ keys }) => keys },
    execute,
  }),
  defineTool({
    name: "everything",
    description: "Conflicts with all.",
    kind: "execute",
    inputSchema,
    execute,
  }),
  defineTool({
    name: "forbidden",
    description: "Is denied.",
    kind: "edit",
    inputSchema,
    executionProfile: { resourceKeys: ({ keys }) => keys },
    execute,
  }),
  defineTool({
    name: "broken",
    description: "Throws.",
    kind: "edit",
    inputSchema,
    executionProfile: { resourceKeys: ({ keys }) => keys },
    execute: (): string => {
      throw new Error("broken");
    },
  }),
];

const anyKey: fc.Arbitrary<ResourceKey> = fc.record({
  key: fc.constantFrom("file:/a", "file:/a/b", "file:/a/b/c", "file:/d", "other"),
  mode: fc.constantFrom("read" as const, "write" as const),
  scope: fc.constantFrom("self" as const, "subtree" as const),
});
const anyCall = fc.record({
  name: fc.oneof(
    { weight: 10, arbitrary: fc.constant("touch") },
    { weight: 1, arbitrary: fc.constantFrom("everything", "forbidden", "broken", "missing") },
  ),
  input: fc.record({ keys: fc.array(anyKey, { maxLength: 3 }), turns: fc.nat({ max: 2 }) }),
});
const anyBatch = fc.array(anyCall, { minLength: 1, maxLength: 25 });

describe("the spans of a batch", () => {
  it("form the graph that plan() returned, in any order of completion", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBatch,
        fc.constantFrom("dependency" as const, "batches" as const, "serial" as const),
        fc.constantFrom(1, 2, 64),
        async (entries, strategy, max) => {
          const telemetry = recordTelemetry();
          const permissions = {
            preset: "allow-all",
            rules: [{ tool: "forbidden", verdict: "deny" }],
          } as const;
          await using runtime = createToolRuntime({
            tools,
            permissions,
            concurrency: { strategy, max },
            plugins: [openTelemetry(recordersOf(telemetry))],
          });
          // Links of the kind "order" are conflicts. The plan of another strategy adds waits for calls without a conflict.
          await using planner = createToolRuntime({ tools, permissions });
          const calls = entries.map((entry, index) => ({ id: `call ${index}`, ...entry }));
          const plan = await planner.plan(calls);
          const results = await runtime.executeBatch(calls);

          const batch = telemetry.span("execute_batch");
          expect(telemetry.spans()).toHaveLength(calls.length + 1);
          expect(parentOf(batch)).toBeUndefined();
          for (const [index, planned] of plan.calls.entries()) {
            const span = telemetry.call(planned.callId);
            expect(parentOf(span)).toBe(batch.spanContext().spanId);
            expect(linkedCalls(span, "order", telemetry)).toEqual(planned.waitsFor);
            // The other strategies make a call wait for more than its conflicts.
            if (strategy === "dependency") expect(linkedCalls(span, "wait", telemetry)).toEqual([]);
            expect(span.attributes).toMatchObject({
              "collet.call.status": results[index]?.status,
              ...(planned.decision !== undefined && { "collet.decision.verdict": planned.decision.verdict }),
            });
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("name as many waits as a plan does where there are very many", async () => {
    const telemetry = recordTelemetry();
    await using runtime = createToolRuntime({
      tools,
      permissions: "allow-all",
      plugins: [openTelemetry(recordersOf(telemetry))],
    });
    const touch = (mode: "read" | "write") => ({ keys: [{ key: "k", mode }], turns: 0 });
    const calls = Array.from({ length: 100 }, (_, index) => ({
      id: `${index}`,
      name: "touch",
      input: touch(index < 50 ? "read" : "write"),
    }));
    const plan = await runtime.plan(calls);
    await runtime.executeBatch(calls);
    expect(plan.calls[50]).toMatchObject({ waitsForMore: true });
    for (const { callId, waitsFor } of plan.calls) {
      expect(linkedCalls(telemetry.call(callId), "order", telemetry)).toEqual(waitsFor);
    }
  });
});
