import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import type { AnyTool, ResourceKey, ToolContext } from "../../src/core.js";
import { advanceUntilEnd, createToolRuntime, deferred, defineTool, manualClock, z } from "./fixtures.js";

/** Creates a tool that is valid except for the part that a case replaces. */
function toolWith(
  parts: {
    readonly resourceKeys?: (input: { readonly key: string }) => readonly ResourceKey[];
    readonly execute?: (context: ToolContext) => unknown;
  } = {},
): AnyTool {
  return defineTool({
    name: "odd",
    description: "Misbehaves.",
    kind: "think",
    inputSchema: z.object({ key: z.string().default("k") }),
    executionProfile: { resourceKeys: parts.resourceKeys ?? (({ key }) => [{ key, mode: "write" }]) },
    execute: async (_input, context) => parts.execute?.(context) ?? "ok",
  });
}

const calls = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    name: "odd",
    input: { key: `k${index % 7}` },
  }));

/** Asserts that every call got its own result, in call order. */
async function expectOneResultEach(tool: AnyTool, count: number) {
  const runtime = createToolRuntime({ tools: [tool], permissions: "allow-all" });
  const results = await runtime.executeBatch(calls(count));
  expect(results.map(({ callId }) => callId)).toEqual(calls(count).map(({ id }) => id));
  const next = await runtime.executeBatch(calls(3));
  expect(next).toHaveLength(3);
  return results;
}

describe("invalid resource keys", () => {
  const nonsense = (value: unknown) => () => value as readonly ResourceKey[];
  it.each<[string, () => readonly ResourceKey[]]>([
    [
      "throw",
      () => {
        throw new Error("no keys today");
      },
    ],
    ["are not a list", nonsense("file:/a")],
    ["are nothing", nonsense(undefined)],
    ["hold null", nonsense([null])],
    ["hold numbers", nonsense([{ key: 7, mode: "write" }])],
    ["have no mode", nonsense([{ key: "file:/a" }])],
    ["come later", nonsense(Promise.resolve([]))],
    ["lie outside the workspace", () => [{ key: "file:/etc/passwd", mode: "write" }]],
  ])("runs a call alone when its resource keys %s", async (_, resourceKeys) => {
    let running = 0;
    let most = 0;
    const execute = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const results = await expectOneResultEach(toolWith({ resourceKeys, execute }), 5);
    expect(results.every(({ status }) => status === "done")).toBe(true);
    expect(most).toBe(1);
  });

  it("accepts a million resource keys of one call without needless waits", async () => {
    const million = Array.from({ length: 1_000_000 }, (_, index) => ({
      key: `file:/many/${index % 1_000}/${index}`,
      mode: "write" as const,
    }));
    const tool = toolWith({ resourceKeys: ({ key }) => (key === "k0" ? million : [{ key, mode: "write" }]) });
    const results = await expectOneResultEach(tool, 3);
    expect(results.every(({ status }) => status === "done")).toBe(true);
  }, 60_000);
});

describe("a tool", () => {
  it("fails only the call of a tool that throws synchronously", async () => {
    let count = 0;
    const tool = toolWith({
      execute: () => {
        count += 1;
        if (count === 2) throw new Error("second thoughts");
      },
    });
    const results = await expectOneResultEach(tool, 4);
    expect(results.map(({ status }) => status)).toEqual(["done", "error", "done", "done"]);
    expect(results[1]).toMatchObject({ error: { message: expect.stringContaining("second thoughts") } });
  });

  it("uses the first value of a tool that settles twice", async () => {
    const tool = toolWith({
      execute: () =>
        new Promise((resolve, reject) => {
          resolve("first");
          reject(new Error("second"));
          resolve("third");
        }),
    });
    const results = await expectOneResultEach(tool, 3);
    expect(results.map((result) => result.status === "done" && result.result)).toEqual(
      Array(3).fill("first"),
    );
  });

  it("uses the first value of a thenable that calls back repeatedly", async () => {
    const thenable = {
      // biome-ignore lint/suspicious/noThenProperty: that is the misbehaviour.
      then: (resolve: (value: string) => void) => {
        resolve("once");
        queueMicrotask(() => resolve("twice"));
      },
    };
    const results = await expectOneResultEach(toolWith({ execute: () => thenable }), 2);
    expect(results).toMatchObject([{ result: "once" }, { result: "once" }]);
  });

  it("times out a tool that never settles and ignores its signal, and runs the calls that wait for it", async () => {
    const clock = manualClock();
    let count = 0;
    const tool = toolWith({
      execute: ({ signal }) => {
        count += 1;
        return count === 1 && !signal.aborted ? new Promise(() => {}) : "ok";
      },
    });
    const runtime = createToolRuntime({ tools: [tool], permissions: "allow-all", clock, timeoutMs: 1_000 });
    const batch = runtime.executeBatch([
      { id: "1", name: "odd", input: {} },
      { id: "2", name: "odd", input: {} },
    ]);
    await clock.advance(10_000);
    const [first, second] = await batch;
    expect(first).toMatchObject({
      status: "error",
      error: {
        errorCode: "timeout",
        message: expect.stringMatching(
          /\. The tool did not stop when asked, so its access to files and processes was revoked\.$/,
        ),
      },
      metadata: { abandoned: true },
    });
    expect(second).toMatchObject({ status: "done" });
  });
});

describe("the context of a tool", () => {
  it("allows tools to destructure the context", async () => {
    const seen: string[] = [];
    const tool = defineTool({
      name: "odd",
      description: "Takes its context apart.",
      kind: "think",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [] },
      async execute(_input, { progress, ask, note, noteTruncation, log, signal }) {
        progress({ message: "half" });
        log("line");
        note({ page: 1 });
        noteTruncation({ omittedBytes: 1, omittedLines: 0 });
        return `${await ask({ reason: "why not" })} ${signal.aborted}`;
      },
    });
    const runtime = createToolRuntime({
      tools: [tool],
      permissions: "allow-all",
      onApproval: () => true,
      onEvent: ({ type }) => seen.push(type),
    });
    const result = await runtime.execute({ id: "1", name: "odd", input: {} });
    expect(result).toMatchObject({
      result: "true false",
      metadata: { page: 1 },
      truncation: { omittedBytes: 1, omittedLines: 0 },
    });
    expect(seen).toEqual(expect.arrayContaining(["tool-progress", "tool-log"]));
  });
});

describe("a call that is stopped while one of its file operations is under way", () => {
  it("releases the locks of a stopped call once its file operation ends, although its tool continues", async () => {
    const clock = manualClock();
    const operation = deferred<string>();
    const started = deferred();
    const tool = toolWith({
      execute: async ({ files }) => {
        const reading = files.readText("a.txt");
        started.resolve();
        await reading.catch(() => undefined);
        return new Promise(() => {});
      },
    });
    const base = memoryBackend({ files: { "/w/a.txt": "a" } });
    const backend = {
      ...base,
      files: {
        ...base.files,
        resolve: async (path: string) => {
          await operation.promise;
          return base.files.resolve(path);
        },
      },
    };
    const runtime = createToolRuntime({
      tools: [tool],
      permissions: "allow-all",
      clock,
      backend,
      cwd: "/w",
    });
    const controller = new AbortController();
    const running = runtime.execute({ id: "1", name: "odd", input: {} }, { signal: controller.signal });
    await started.promise;
    controller.abort();
    operation.resolve("");
    const result = await advanceUntilEnd(clock, running);
    expect(result).toMatchObject({ status: "cancelled", metadata: { abandoned: true } });
  });
});

describe("calls that call the runtime again", () => {
  it("ends a circle of nested calls with an error and a result for each", async () => {
    const ask = (name: string, other: string) =>
      defineTool({
        name,
        description: "Asks the other.",
        kind: "think",
        inputSchema: z.object({}),
        executionProfile: { resourceKeys: () => [{ key: name, mode: "write" }] },
        async execute(_input, context): Promise<string> {
          const result = await runtime.execute({ id: "again", name: other, input: {} }, { within: context });
          return result.status === "done" ? `${result.result}` : result.error.message;
        },
      });
    const runtime = createToolRuntime({
      tools: [ask("a", "b"), ask("b", "a")],
      permissions: "allow-all",
      concurrency: { max: 2 },
    });
    const results = await runtime.executeBatch([
      { id: "1", name: "a", input: {} },
      { id: "2", name: "b", input: {} },
    ]);
    const told = { status: "done", result: expect.stringContaining("tools call each other in a circle.") };
    expect(results).toMatchObject([
      { ...told, callId: "1" },
      { ...told, callId: "2" },
    ]);
  });
});

describe("creation", () => {
  it.each([0, -1, Number.NaN, 1.5, "8" as unknown as number])("refuses max %s with an explanation", (max) => {
    expect(() => createToolRuntime({ concurrency: { max } })).toThrow(/max must be a positive integer/);
  });
});

describe("a batch", () => {
  it("returns one cancelled result for each call and runs nothing with an aborted signal", async () => {
    let ran = 0;
    const tool = toolWith({ execute: () => (ran += 1) });
    const runtime = createToolRuntime({ tools: [tool], permissions: "allow-all" });
    const results = await runtime.executeBatch(calls(5), { signal: AbortSignal.abort() });
    expect(results.map(({ status }) => status)).toEqual(Array(5).fill("cancelled"));
    expect(ran).toBe(0);
    expect(await runtime.executeBatch(calls(2))).toMatchObject([{ status: "done" }, { status: "done" }]);
  });

  it("returns a result for each of 100,000 calls, and yields to other work", async () => {
    // Processor time, because wall-clock time would include other processes of this machine.
    const processorTimeMs = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    };
    let longestMs = 0;
    const startedMs = processorTimeMs();
    let last = startedMs;
    const watch = setInterval(() => {
      longestMs = Math.max(longestMs, processorTimeMs() - last);
      last = processorTimeMs();
    }, 1);
    const results = await expectOneResultEach(toolWith(), 100_000);
    clearInterval(watch);
    expect(results.every(({ status }) => status === "done")).toBe(true);
    // Not a measure of speed: without yielding it would be nearly all of the time.
    expect(longestMs).toBeLessThan((processorTimeMs() - startedMs) / 3);
  }, 60_000);

  it("shares one signal with many batches, without a warning", async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown) => warnings.push(warning);
    process.on("warning", note);
    const runtime = createToolRuntime({ tools: [toolWith()], permissions: "allow-all" });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => runtime.executeBatch(calls(2), { signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("releases the slot of an aborted call, so that the next batch works", async () => {
    const started = deferred();
    const tool = toolWith({
      execute: ({ signal }) => {
        started.resolve();
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const runtime = createToolRuntime({
      tools: [tool],
      permissions: "allow-all",
      concurrency: { max: 1 },
    });
    const controller = new AbortController();
    const batch = runtime.executeBatch(calls(3), { signal: controller.signal });
    await started.promise;
    controller.abort();
    expect((await batch).map(({ status }) => status)).toEqual(Array(3).fill("cancelled"));
    const again = new AbortController();
    const next = runtime.executeBatch(calls(1), { signal: again.signal });
    again.abort();
    expect(await next).toMatchObject([{ status: "cancelled" }]);
  });
});
