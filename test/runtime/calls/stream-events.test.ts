import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../../src/batching/index.js";
import type { ToolContext, ToolSession, TraceContext } from "../../../src/core.js";
import { createToolRuntime, deferred, defineTool, echoTool, settle, z } from "../fixtures.js";

const writer = (name: string, execute: (input: object, context: ToolContext) => string = () => "written") =>
  defineTool({
    name,
    description: "Writes a page.",
    kind: "edit",
    inputSchema: z.object({}),
    executionProfile: { resourceKeys: () => [{ key: "page", mode: "write" }] },
    execute,
  });

describe("stream", () => {
  it("passes on its timeline, and its trace context to observers", async () => {
    const timelines: (readonly TimelineEntry[])[] = [];
    const traces: (TraceContext | undefined)[] = [];
    const runtime = createToolRuntime({
      tools: [echoTool],
      permissions: "allow-all",
      plugins: [
        ({ observe }) =>
          observe({
            onRun: ({ traceContext }) => {
              traces.push(traceContext);
              return undefined;
            },
          }),
      ],
    });
    const traceContext = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const options = {
      onTimeline: (entries: readonly TimelineEntry[]) => timelines.push(entries),
      traceContext,
    };
    for await (const _event of runtime.stream([{ id: "a", name: "echo", input: { text: "x" } }], options)) {
      // Every event is read.
    }
    expect(timelines.map((entries) => entries.map(({ id }) => id))).toEqual([["a"]]);
    expect(traces).toEqual([traceContext]);
  });

  it("cancels the calls after a rejected one if onReject says so", async () => {
    const runtime = createToolRuntime({
      tools: [writer("first"), writer("second")],
      permissions: [
        { tool: "first", verdict: "deny" },
        { tool: "second", verdict: "allow" },
      ],
    });
    const calls = ["first", "second"].map((name) => ({ id: name, name, input: {} }));
    const statuses: string[] = [];
    for await (const event of runtime.stream(calls, { onReject: "cancel-dependents" })) {
      if (event.type === "tool-result") statuses.push(event.result.status);
    }
    expect(statuses).toEqual(["rejected-by-user", "cancelled"]);
  });

  it("runs nested calls in the session of the outer call, without waiting for its resources", async () => {
    const sessions: ToolSession[] = [];
    const outer = defineTool({
      name: "outer",
      description: "Streams a call of its own.",
      kind: "edit",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [{ key: "page", mode: "write" }] },
      execute: async (_input, within): Promise<string> => {
        for await (const event of runtime.stream([{ id: "in", name: "inner", input: {} }], { within })) {
          if (event.type === "tool-result") return event.result.status;
        }
        return "no result";
      },
    });
    const inner = writer("inner", (_input, { session }) => {
      sessions.push(session);
      return "written";
    });
    const runtime = createToolRuntime({ tools: [outer, inner], permissions: "allow-all" });
    const session = runtime.session();
    expect(await runtime.execute({ id: "out", name: "outer", input: {} }, { session })).toMatchObject({
      status: "done",
      result: "done",
    });
    expect(sessions).toEqual([session]);
  });

  it("delays the disposal of the runtime until its tools have ended", async () => {
    const started = deferred();
    const order: string[] = [];
    const slow = writer("slow", (async (_input: object, { signal }: ToolContext) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await settle();
      order.push("tool ended");
      return "late";
    }) as never);
    const runtime = createToolRuntime({ tools: [slow], permissions: "allow-all" });
    const stream = runtime.stream([{ id: "a", name: "slow", input: {} }])[Symbol.asyncIterator]();
    await stream.next();
    await started.promise;
    await runtime[Symbol.asyncDispose]();
    order.push("disposed");
    await stream.return?.();
    expect(order).toEqual(["tool ended", "disposed"]);
  });
});
