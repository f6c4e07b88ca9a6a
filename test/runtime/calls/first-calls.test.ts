import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod";

/** Loads the library anew, so that its pipeline of calls is not loaded yet. */
async function freshRuntime(executed: string[] = []) {
  vi.resetModules();
  const { createToolRuntime, defineTool } = await import("../../../src/core.js");
  const note = defineTool({
    name: "note",
    description: "Notes a text.",
    kind: "edit",
    inputSchema: z.object({ text: z.string() }),
    executionProfile: { resourceKeys: () => [{ key: "notes", mode: "write" }] },
    async execute({ text }) {
      executed.push(`${text} begins`);
      await Promise.resolve();
      executed.push(`${text} ends`);
      return text;
    },
  });
  return createToolRuntime({ tools: [note], permissions: "allow-all" });
}

const call = (text: string, id = text) => ({ id, name: "note", input: { text } });

async function neverEnding() {
  const { defineTool } = await import("../../../src/core.js");
  return defineTool({
    name: "slow",
    description: "Never ends.",
    kind: "read",
    inputSchema: z.object({}),
    execute: () => new Promise<string>(() => {}),
  });
}

describe("calls before the pipeline is loaded", () => {
  beforeEach(() => vi.resetModules());

  it("run with the input that was passed, although the caller changes it at once", async () => {
    const runtime = await freshRuntime();
    const given = call("first");
    const running = runtime.execute(given);
    given.input.text = "changed";
    expect(await running).toMatchObject({ status: "done", result: "first" });
  });

  it("can be cancelled by their id, and by no other one", async () => {
    const executed: string[] = [];
    const runtime = await freshRuntime(executed);
    const running = runtime.executeBatch([call("one"), call("two")]);
    expect([runtime.cancel("one"), runtime.cancel("three")]).toEqual([true, false]);
    expect((await running).map(({ status }) => status)).toEqual(["cancelled", "done"]);
    expect(executed).toEqual(["two begins", "two ends"]);
  });

  it.each([
    ["their signal is aborted", async (_runtime: AsyncDisposable, stop: AbortController) => stop.abort()],
    ["the runtime is disposed of", (runtime: AsyncDisposable) => runtime[Symbol.asyncDispose]()],
  ])("end as cancelled when %s", async (_title, end) => {
    const executed: string[] = [];
    const runtime = await freshRuntime(executed);
    const stop = new AbortController();
    const running = runtime.execute(call("one"), { signal: stop.signal });
    await end(runtime, stop);
    expect(await running).toMatchObject({ status: "cancelled" });
    expect(executed).toEqual([]);
  });

  it("keep their order among calls that conflict", async () => {
    const executed: string[] = [];
    const runtime = await freshRuntime(executed);
    await Promise.all(["a", "b", "c"].map((text) => runtime.execute(call(text))));
    await runtime.execute(call("d"));
    expect(executed).toEqual(["a", "b", "c", "d"].flatMap((text) => [`${text} begins`, `${text} ends`]));
  });

  it("keep their passed form in plans and explanations", async () => {
    const runtime = await freshRuntime();
    const given = call("first");
    const planning = runtime.plan([given]);
    const explaining = runtime.explain(given);
    given.name = "changed";
    expect((await planning).calls).toMatchObject([{ toolName: "note", resourceKeys: [{ key: "notes" }] }]);
    expect(await explaining).toMatchObject({ toolName: "note", decision: { verdict: "allow" } });
  });

  it("begin before the time of a fake clock passes", async () => {
    const { fakeClock } = await import("../../../src/testing/index.js");
    const { createToolRuntime } = await import("../../../src/core.js");
    const clock = fakeClock();
    const tools = [await neverEnding()];
    await using runtime = createToolRuntime({ tools, permissions: "allow-all", clock });
    const running = runtime.execute({ id: "1", name: "slow", input: {} });
    await clock.advance(200_000);
    expect(await running).toMatchObject({ status: "error", error: { errorCode: "timeout" } });
  });

  it("begin before the time of other fake timers passes, in a tester of tools", async () => {
    const { createToolTester } = await import("../../../src/testing/index.js");
    await using tester = await createToolTester(await neverEnding(), { permissions: "allow-all" });
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const running = tester.call({});
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await running).toMatchObject({ status: "error", error: { errorCode: "timeout" } });
  });
});
