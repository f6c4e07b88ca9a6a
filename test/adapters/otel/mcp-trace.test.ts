import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { connectMcp, serveMcp } from "../../../src/adapters/mcp/index.js";
import { openTelemetry } from "../../../src/adapters/otel/index.js";
import { createToolRuntime, defineTool, jsonSchema } from "../../../src/core.js";
import { parentOf, recordersOf, recordTelemetry, useContextManager } from "./telemetry.js";

useContextManager();

const steps = defineTool({
  name: "steps",
  description: "Takes a step.",
  kind: "read",
  inputSchema: jsonSchema({ type: "object", properties: {} }),
  execute: async (_input, { progress }) => {
    progress({ completed: 1, total: 1 });
    return "done";
  },
});

describe("a call of an MCP tool", () => {
  it("records one trace on both sides, by the _meta of the request", async () => {
    const near = recordTelemetry();
    const far = recordTelemetry();
    await using served = createToolRuntime({
      tools: [steps],
      permissions: "allow-all",
      plugins: [openTelemetry(recordersOf(far))],
    });
    await using runtime = createToolRuntime({
      permissions: "allow-all",
      plugins: [openTelemetry(recordersOf(near))],
    });
    const [nearSide, farSide] = InMemoryTransport.createLinkedPair();
    await using _serving = await serveMcp(served, { transport: farSide });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(nearSide);
    await using _connection = await connectMcp(runtime, client, { name: "far" });

    const result = await runtime.execute({ id: "1", name: "mcp__far__steps", input: {} });
    expect(result).toMatchObject({ status: "done", content: [{ type: "text", text: "done" }] });
    const asked = near.span("execute_tool mcp__far__steps");
    expect(asked.attributes["gen_ai.tool.type"]).toBe("extension");
    const batch = far.span("execute_batch");
    expect(batch.spanContext().traceId).toBe(asked.spanContext().traceId);
    expect(parentOf(batch)).toBe(asked.spanContext().spanId);
  });

  it("carries no context without a tracer", async () => {
    const requests: unknown[] = [];
    await using runtime = createToolRuntime({ permissions: "allow-all" });
    const client = {
      getServerCapabilities: () => ({ tools: {} }),
      getServerVersion: () => ({ name: "fake", version: "1" }),
      setNotificationHandler: () => undefined,
      listTools: async () => ({ tools: [{ name: "steps", inputSchema: { type: "object" } }] }),
      callTool: async (request: unknown) => {
        requests.push(request);
        return { content: [{ type: "text", text: "done" }] };
      },
      ping: async () => ({}),
      close: async () => undefined,
    };
    await using _connection = await connectMcp(runtime, client as never, { name: "far" });
    await runtime.execute({ id: "1", name: "mcp__far__steps", input: {} });
    expect(requests).toEqual([{ name: "steps", arguments: {} }]);
  });
});
