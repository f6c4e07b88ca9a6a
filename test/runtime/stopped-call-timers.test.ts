import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import type { ToolContext } from "../../src/core.js";
import { fakeClock } from "../../src/testing/index.js";
import { createToolRuntime, defineTool, z } from "./fixtures.js";

const untilAborted = ({ signal }: ToolContext) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

/** Cancels a call of a tool after the tool has started; returns the result and the remaining timers. */
async function cancelled(execute: (context: ToolContext) => Promise<unknown>) {
  const clock = fakeClock();
  const base = memoryBackend({ files: { "/workspace/a.txt": "a" } });
  const backend = {
    ...base,
    files: {
      ...base.files,
      resolve: (path: string) =>
        path.endsWith("a.txt") ? new Promise<never>(() => {}) : base.files.resolve(path),
    },
  };
  const stop = new AbortController();
  const tool = defineTool({
    name: "waits",
    description: "Waits.",
    kind: "think",
    inputSchema: z.object({}),
    execute: async (_input, context) => {
      queueMicrotask(() => stop.abort());
      return (await execute(context)) ?? "ok";
    },
  });
  const runtime = createToolRuntime({ tools: [tool], permissions: "allow-all", clock, backend });
  const [result] = await Promise.all([
    runtime.execute({ id: "1", name: "waits", input: {} }, { signal: stop.signal }),
    // The grace period of a stopped tool; far less than the 30 seconds for its operations.
    clock.advance(1_000),
  ]);
  return { status: result.status, pending: clock.pending };
}

describe("a stopped call", () => {
  it("leaves no timer behind when its tool returns at once", async () => {
    expect(await cancelled(untilAborted)).toEqual({ status: "cancelled", pending: 0 });
  });

  it("leaves no timer behind when its tool returns and an operation of the backend never settles", async () => {
    const execute = async (context: ToolContext) => {
      void context.files.readText("a.txt").catch(() => {});
      await untilAborted(context);
    };
    expect(await cancelled(execute)).toEqual({ status: "cancelled", pending: 0 });
  });

  it("leaves no timer behind when its tool never returns", async () => {
    const execute = async (context: ToolContext) => {
      await untilAborted(context);
      await new Promise(() => {});
    };
    expect(await cancelled(execute)).toEqual({ status: "cancelled", pending: 0 });
  });
});
