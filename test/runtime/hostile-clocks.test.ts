import { describe, expect, it } from "vitest";
import { createToolRuntime, defineTool, z } from "./fixtures.js";
import { expectWellFormed, watchProcess } from "./well-formed.js";

/** A tool that waits until it is stopped. */
const waits = defineTool({
  name: "waits",
  description: "Waits.",
  kind: "think",
  inputSchema: z.object({}),
  executionProfile: { resourceKeys: () => [] },
  execute: (_input, { signal }) => new Promise<void>((resolve) => (signal.onabort = () => resolve())),
});

const CALLS = [{ id: "1", name: "waits", input: {} }];

describe("a clock of the host", () => {
  it.each<[string, readonly unknown[]]>([
    ["stands still", [5]],
    ["goes back", [1_000, 900, 800, 700, 600, 500]],
    ["jumps to times that no date has", [0, 1e308, -1e308]],
    ["returns NaN after a moment", [0, Number.NaN]],
    ["returns Infinity after a moment", [0, Number.POSITIVE_INFINITY]],
    ["swings to and fro", [500, 0, 500, 0, 500, 0, 500, 0, 500, 0]],
  ])("ends a call with its time limit and ordered times although a clock %s", async (_name, times) => {
    const watched = watchProcess();
    let looks = 0;
    const clock = {
      now: () => times[Math.min(looks++, times.length - 1)] as number,
      setTimeout: (callback: () => void, delayMs: number) => setTimeout(callback, delayMs),
      clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
    };
    const runtime = createToolRuntime({ tools: [waits], permissions: "allow-all", clock, timeoutMs: 20 });
    const results = await runtime.executeBatch(CALLS);
    expectWellFormed(CALLS, results);
    expect(results).toMatchObject([{ status: "error", error: { errorCode: "timeout" } }]);
    for (const { timing } of results) {
      const { queuedAt, startedAt = queuedAt, endedAt, durationMs } = timing;
      expect(startedAt).toBeGreaterThanOrEqual(queuedAt);
      expect(endedAt).toBeGreaterThanOrEqual(startedAt);
      expect(durationMs).toBe(endedAt - startedAt);
    }
    await watched.none();
  });
});
