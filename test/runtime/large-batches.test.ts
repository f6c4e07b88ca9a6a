import { describe, expect, it } from "vitest";
import { defineTool, jsonSchema, type ToolCall } from "../../src/index.js";
import { createRuntime } from "../../src/runtime/index.js";
import { iterationsDuring } from "../event-loop-iterations.js";

const COUNT = 40_000;

const echo = defineTool({
  name: "echo",
  description: "Returns a text.",
  kind: "read",
  inputSchema: jsonSchema({ type: "object", properties: { text: { type: "string" } } }),
  execute: () => "done",
});

const calls: readonly ToolCall[] = Array.from({ length: COUNT }, (_, index) => ({
  id: `${index}`,
  name: "echo",
  input: { text: `${index}` },
}));

const runtimeOf = () => createRuntime({ tools: [echo], permissions: "allow-all" });

describe("a batch of 40,000 calls", () => {
  it("yields to the event loop while it admits the calls", async () => {
    await using runtime = runtimeOf();
    // A stopped run prepares and runs none of them.
    const signal = AbortSignal.abort();
    let results: readonly unknown[] = [];
    const iterations = await iterationsDuring(async () => {
      results = await runtime.executeBatch(calls, { signal });
    });
    expect(results).toHaveLength(COUNT);
    expect(iterations).toBeGreaterThan(4);
  });

  it("yields to the event loop while it plans the calls", async () => {
    await using runtime = runtimeOf();
    let planned = 0;
    const iterations = await iterationsDuring(async () => {
      planned = (await runtime.plan(calls)).calls.length;
    });
    expect(planned).toBe(COUNT);
    expect(iterations).toBeGreaterThan(10);
  });

  it("cancels a call that was not admitted yet", async () => {
    await using runtime = runtimeOf();
    const last = `${COUNT - 1}`;
    const running = runtime.executeBatch(calls);
    expect(runtime.cancel(last)).toBe(true);
    expect(runtime.cancel("unknown")).toBe(false);
    const results = await running;
    expect(results.at(-1)).toMatchObject({ status: "cancelled", callId: last });
    expect(results.at(-2)).toMatchObject({ status: "done" });
  });
});

it("compares repeated calls with a large input in linear time", async () => {
  await using runtime = runtimeOf();
  const large = { id: "1", name: "echo", input: { text: "x".repeat(2_000_000) } };
  const repeated = Array.from({ length: 2_000 }, () => ({ id: "1", name: "echo", input: { text: "y" } }));
  const before = process.cpuUsage();
  const results = await runtime.executeBatch([large, ...repeated]);
  const { user } = process.cpuUsage(before);
  expect(results[1]?.error?.errorCode).toBe("duplicate-call-id");
  // Writing the large input for each repetition takes 4 billion characters.
  expect(user / 1_000).toBeLessThan(3_000);
});
