import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import type { ToolEvent } from "../../src/contract/index.js";
import { createToolRuntime, defineTool, memoryBackend } from "../../src/index.js";

describe("a tool whose execute is an async generator", () => {
  const count = defineTool({
    name: "count",
    description: "Counts.",
    kind: "think",
    inputSchema: z.object({ to: z.number() }),
    async *execute({ to }) {
      for (let at = 1; at <= to; at += 1) yield { completed: at, total: to };
      yield "almost";
      return { counted: to };
    },
  });

  it("reports what it yields as progress, and returns its result", async () => {
    const events: ToolEvent[] = [];
    await using runtime = createToolRuntime({
      backend: memoryBackend(),
      cwd: "/",
      tools: [count],
      onEvent: (event) => events.push(event),
    });
    expect(await runtime.execute({ id: "1", name: "count", input: { to: 2 } })).toMatchObject({
      status: "done",
      result: { counted: 2 },
      content: [{ type: "json", value: { counted: 2 } }],
    });
    const updates = events.flatMap((event) => (event.type === "tool-progress" ? [event.update] : []));
    expect(updates).toEqual([{ completed: 1, total: 2 }, { completed: 2, total: 2 }, { message: "almost" }]);
    const { counted } = await runtime.invoke("count", { to: 1 });
    expectTypeOf(counted).toEqualTypeOf<number>();
  });

  it("fails with what it throws, and is closed when the call is stopped", async () => {
    let closed = false;
    const failing = defineTool({
      ...{ name: "failing", description: "Fails.", kind: "think", inputSchema: z.object({}) },
      async *execute(): AsyncGenerator<string, string> {
        yield "soon";
        throw new Error("Broken.");
      },
    });
    const endless = defineTool({
      ...{ name: "endless", description: "Never ends.", kind: "think", inputSchema: z.object({}) },
      async *execute(): AsyncGenerator<string, string> {
        try {
          for (;;) {
            await new Promise((resolve) => setImmediate(resolve));
            yield "on";
          }
        } finally {
          closed = true;
        }
      },
    });
    const controller = new AbortController();
    await using runtime = createToolRuntime({
      backend: memoryBackend(),
      cwd: "/",
      tools: [failing, endless],
      onEvent: ({ type, toolName }) => {
        if (type === "tool-progress" && toolName === "endless") controller.abort();
      },
    });
    const failed = await runtime.execute({ id: "1", name: "failing", input: {} });
    expect(failed.error?.message).toContain("Broken.");
    const { signal } = controller;
    const stopped = await runtime.execute({ id: "2", name: "endless", input: {} }, { signal });
    expect(stopped.status).toBe("cancelled");
    await expect.poll(() => closed).toBe(true);
  });
});
