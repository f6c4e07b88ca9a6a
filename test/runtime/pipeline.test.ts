import { describe, expect, it, vi } from "vitest";
import type { Middleware } from "../../src/core.js";
import {
  createToolRuntime,
  deferred,
  defineTool,
  echoTool,
  manualClock,
  record,
  settle,
  z,
} from "./fixtures.js";

const allow = { permissions: "allow-all" } as const;

describe("executeBatch", () => {
  it("returns one result per call, in call order, regardless of the order of completion", async () => {
    const gates = [deferred<string>(), deferred<string>(), deferred<string>()];
    const wait = defineTool({
      name: "wait",
      description: "Waits for its gate.",
      inputSchema: z.object({ gate: z.number() }),
      executionProfile: { resourceKeys: () => [] },
      execute: ({ gate }) => gates[gate]?.promise,
    });
    const runtime = createToolRuntime({ ...allow, tools: [wait] });
    const batch = runtime.executeBatch(
      [0, 1, 2].map((gate) => ({ id: `c${gate}`, name: "wait", input: { gate } })),
    );
    await settle();
    gates[2]?.resolve("third");
    gates[0]?.resolve("first");
    gates[1]?.resolve("second");
    const results = await batch;
    expect(results.map(({ callId, status }) => [callId, status])).toEqual([
      ["c0", "done"],
      ["c1", "done"],
      ["c2", "done"],
    ]);
    expect(results.map((result) => result.result)).toEqual(["first", "second", "third"]);
  });

  it("returns an empty list for an empty batch", async () => {
    expect(await createToolRuntime().executeBatch([])).toEqual([]);
  });

  it("throws a host error for a value that is not a list of calls", () => {
    const runtime = createToolRuntime();
    expect(() => runtime.executeBatch("Read" as never)).toThrow(/array of calls/);
  });

  const entries: [string, unknown, string][] = [
    ["null", null, "invalid-call"],
    ["a string", "Read", "invalid-call"],
    ["no id", { name: "echo", input: {} }, "invalid-call"],
    ["a number as id", { id: 7, name: "echo", input: {} }, "invalid-call"],
    ["no name", { id: "a", input: {} }, "invalid-call"],
    ["an unknown name", { id: "a", name: "ecko", input: {} }, "unknown-tool"],
    ["a tool called constructor", { id: "a", name: "constructor", input: {} }, "unknown-tool"],
    ["a tool called __proto__", { id: "a", name: "__proto__", input: {} }, "unknown-tool"],
    ["a name of a megabyte", { id: "a", name: "x".repeat(1_000_000), input: {} }, "unknown-tool"],
    ["null as input", { id: "a", name: "echo", input: null }, "invalid-input"],
    ["an array as input", { id: "a", name: "echo", input: [1, 2] }, "invalid-input"],
    ["a broken string of JSON", { id: "a", name: "echo", input: '{"text": "a' }, "invalid-input"],
    ["10 MB of text", { id: "a", name: "echo", input: "x".repeat(10_000_000) }, "invalid-input"],
    ["a wrong type", { id: "a", name: "echo", input: { text: { deep: true } } }, "invalid-input"],
    [
      "an own __proto__ key",
      { id: "a", name: "echo", input: JSON.parse('{"__proto__":{"text":"x"}}') },
      "invalid-input",
    ],
  ];
  it.each(entries)("returns an error with a remedy for %s", async (_title, call, errorCode) => {
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    const [result, ...rest] = await runtime.executeBatch([call as never]);
    expect(rest).toEqual([]);
    expect(result).toMatchObject({ status: "error", error: { errorCode } });
    const message = result?.error?.message ?? "";
    expect(message.length).toBeGreaterThan(20);
    expect(message.length).toBeLessThan(4_000);
    expect(result?.content).toEqual([{ type: "text", text: message }]);
    expect(({} as { text?: string }).text).toBeUndefined();
  });

  it("suggests the nearest tools for an unknown name", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    const result = await runtime.execute({ id: "a", name: "ecko", input: {} });
    expect(result.error?.message).toContain("echo");
  });

  it("accepts the input as a string of JSON and records the repair", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    const result = await runtime.execute({ id: "a", name: "echo", input: '{"text":"hi","times":"2"}' });
    expect(result).toMatchObject({ status: "done", result: "hihi" });
    expect(result.metadata?.repairs).toHaveLength(2);
  });

  it("leaves the input alone when repair is off", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [echoTool], inputRepair: "off" });
    const result = await runtime.execute({ id: "a", name: "echo", input: { text: "hi", times: "2" } });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-input" } });
  });

  it("runs a repeated id with an equal input once and returns its result twice", async () => {
    const execute = vi.fn(() => "ran");
    const tool = defineTool({
      name: "count",
      description: "Counts.",
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      execute,
    });
    const runtime = createToolRuntime({ ...allow, tools: [tool] });
    const results = await runtime.executeBatch([
      { id: "same", name: "count", input: { a: 1, b: 2 } },
      { id: "same", name: "count", input: { b: 2, a: 1 } },
    ]);
    expect(results.map((result) => result.result)).toEqual(["ran", "ran"]);
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it("refuses a repeated id with another input, and runs the first", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    const results = await runtime.executeBatch([
      { id: "same", name: "echo", input: { text: "a" } },
      { id: "same", name: "echo", input: { text: "b" } },
    ]);
    expect(results[0]).toMatchObject({ status: "done", result: "a" });
    expect(results[1]).toMatchObject({ status: "error", error: { errorCode: "duplicate-call-id" } });
  });

  it("accepts the same id for another call in the next batch", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    const first = await runtime.execute({ id: "1", name: "echo", input: { text: "a" } });
    const second = await runtime.execute({ id: "1", name: "echo", input: { text: "b" } });
    expect([first.result, second.result]).toEqual(["a", "b"]);
  });
});

describe("the output of a tool", () => {
  const tool = (execute: () => unknown, more: object = {}) =>
    defineTool({ name: "act", description: "Acts.", inputSchema: z.object({}), execute, ...more });
  const run = async (execute: () => unknown, more: object = {}) =>
    createToolRuntime({ ...allow, tools: [tool(execute, more)] }).execute({
      id: "a",
      name: "act",
      input: {},
    });

  it.each<[string, () => unknown, string]>([
    [
      "throws an error",
      () => {
        throw new Error("disk on fire");
      },
      "disk on fire",
    ],
    [
      "throws a string",
      () => {
        throw "plain text";
      },
      "plain text",
    ],
    [
      "throws undefined",
      () => {
        throw undefined;
      },
      "act",
    ],
    ["rejects", () => Promise.reject(new Error("later")), "later"],
    [
      "throws an object that cannot be printed",
      () => {
        throw {
          toJSON() {
            throw new Error("no");
          },
        };
      },
      "cannot be printed",
    ],
  ])("returns an error result for a tool that %s", async (_title, execute, text) => {
    const result = await run(execute);
    expect(result).toMatchObject({ status: "error", error: { errorCode: "tool-failed" } });
    expect(result.error?.message).toContain(text);
  });

  it.each([
    ["an empty string", ""],
    ["undefined", undefined],
    ["null", null],
  ])("replaces an empty output for the model: %s", async (_title, output) => {
    const result = await run(() => output);
    expect(result).toMatchObject({ status: "done", content: [{ type: "text", text: "(no output)" }] });
  });

  it("keeps an object as the result and renders it as JSON", async () => {
    const result = await run(() => ({ files: ["a"], remaining: 0 }));
    expect(result).toMatchObject({
      status: "done",
      result: { files: ["a"], remaining: 0 },
      content: [{ type: "json", value: { files: ["a"], remaining: 0 } }],
    });
  });

  it("validates the output against the output schema", async () => {
    const result = await run(() => ({ count: "many" }), { outputSchema: z.object({ count: z.number() }) });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "invalid-output" } });
  });

  it("truncates a text over the limit and adds a notice", async () => {
    const result = await run(() => "line\n".repeat(100_000));
    const text = result.content[0]?.type === "text" ? result.content[0].text : "";
    expect(Buffer.byteLength(text)).toBeLessThan(104_000);
    expect(text).toContain("truncated");
    expect(result.truncation?.omittedBytes).toBeGreaterThan(390_000);
    expect(result.result).toBe(text);
  });

  it("names the tool that lacks a backend", async () => {
    const reach = defineTool({
      name: "reach",
      description: "Reaches for files.",
      inputSchema: z.object({}),
      execute: (_input, context) => context.files.locate("a"),
    });
    const result = await createToolRuntime({ ...allow, tools: [reach] }).execute({
      id: "a",
      name: "reach",
      input: {},
    });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "not-supported" } });
    expect(result.error?.message).toContain("reach");
  });
});

describe("time limits", () => {
  const hang = defineTool({
    name: "hang",
    description: "Never ends.",
    inputSchema: z.object({}),
    execute: () => new Promise<string>(() => {}),
  });

  it("ends a call after 120 seconds without progress, with the message of the Amp specification", async () => {
    const clock = manualClock();
    const runtime = createToolRuntime({ ...allow, tools: [hang], clock });
    const batch = runtime.execute({ id: "a", name: "hang", input: {} });
    await clock.advance(119_999);
    await clock.advance(1);
    const result = await batch;
    expect(result).toMatchObject({
      status: "error",
      error: { errorCode: "timeout" },
      metadata: { abandoned: true },
    });
    expect(result.error?.message).toContain("Tool execution timed out after 120 seconds");
    expect(clock.pending()).toBe(0);
  });

  it("restarts the time on progress, up to the total limit", async () => {
    const clock = manualClock();
    const busy = defineTool({
      name: "busy",
      description: "Reports progress every second.",
      inputSchema: z.object({}),
      execute: (_input, context) =>
        new Promise<string>((resolve) => {
          const tick = () => {
            context.progress({ message: "still here" });
            if (context.signal.aborted) resolve("partial");
            else clock.setTimeout(tick, 1_000);
          };
          tick();
        }),
    });
    const runtime = createToolRuntime({
      ...allow,
      tools: [busy],
      clock,
      timeoutMs: 2_000,
      maxTotalTimeoutMs: 10_000,
    });
    const batch = runtime.execute({ id: "a", name: "busy", input: {} });
    await clock.advance(9_000);
    let over = false;
    void batch.then(() => {
      over = true;
    });
    await settle();
    expect(over).toBe(false);
    await clock.advance(3_000);
    const result = await batch;
    expect(result.error?.message).toContain("10 seconds in total");
    expect(result.result).toBe("partial");
  });

  it("disables the limit for a tool that says so", async () => {
    const clock = manualClock();
    const gate = deferred<string>();
    const patient = defineTool({
      name: "patient",
      description: "Waits.",
      inputSchema: z.object({}),
      timeoutMs: false,
      execute: () => gate.promise,
    });
    const runtime = createToolRuntime({ ...allow, tools: [patient], clock });
    const batch = runtime.execute({ id: "a", name: "patient", input: {} });
    await clock.advance(10_000_000);
    gate.resolve("at last");
    expect((await batch).result).toBe("at last");
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses a timeout of %s when the runtime is created",
    (timeoutMs) => {
      expect(() => createToolRuntime({ timeoutMs })).toThrow(RangeError);
    },
  );
});

describe("abort", () => {
  const cooperative = () =>
    defineTool({
      name: "slow",
      description: "Ends when it is told to.",
      inputSchema: z.object({}),
      execute: (_input, { signal }) =>
        new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("what I had"))),
    });

  it("returns a cancelled result for every call when the abort precedes the run", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    const results = await runtime.executeBatch(
      [1, 2, 3].map((id) => ({ id: `${id}`, name: "echo", input: { text: "x" } })),
      { signal: AbortSignal.abort() },
    );
    expect(results.map(({ status }) => status)).toEqual(["cancelled", "cancelled", "cancelled"]);
  });

  it("cancels running and waiting calls, and keeps partial output", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [cooperative(), echoTool] });
    const controller = new AbortController();
    const batch = runtime.executeBatch(
      [
        { id: "running", name: "slow", input: {} },
        { id: "waiting", name: "slow", input: {} },
        { id: "behind", name: "echo", input: { text: "x" } },
      ],
      { signal: controller.signal },
    );
    await settle();
    controller.abort();
    const results = await batch;
    expect(results.map(({ status, result }) => [status, result])).toEqual([
      ["cancelled", "what I had"],
      ["cancelled", undefined],
      ["cancelled", undefined],
    ]);
  });

  it("changes nothing when the abort follows the run", async () => {
    const controller = new AbortController();
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    const result = await runtime.execute(
      { id: "a", name: "echo", input: { text: "x" } },
      { signal: controller.signal },
    );
    controller.abort();
    expect(result.status).toBe("done");
  });

  it("revokes the access of a tool that ignores the abort, and runs the next call", async () => {
    let calls = 0;
    const stubborn = defineTool({
      name: "stubborn",
      description: "Looks at its signal and ignores it.",
      inputSchema: z.object({}),
      execute: (_input, { signal }) => {
        calls += 1;
        return calls === 1 ? new Promise<string>(() => signal.aborted) : "fine";
      },
    });
    const runtime = createToolRuntime({ ...allow, tools: [stubborn] });
    const controller = new AbortController();
    const first = runtime.execute({ id: "a", name: "stubborn", input: {} }, { signal: controller.signal });
    await settle();
    controller.abort();
    expect(await first).toMatchObject({ status: "cancelled", metadata: { abandoned: true } });
    expect(await runtime.execute({ id: "b", name: "stubborn", input: {} })).toMatchObject({
      status: "done",
      result: "fine",
    });
  });

  it("aborts running calls in dispose, which waits for them", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [cooperative()] });
    const batch = runtime.execute({ id: "a", name: "slow", input: {} });
    await settle();
    await runtime[Symbol.asyncDispose]();
    expect((await batch).status).toBe("cancelled");
    expect((await runtime.execute({ id: "b", name: "slow", input: {} })).status).toBe("cancelled");
  });

  it("leaves no listener on the host's signal", async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    await runtime.execute({ id: "a", name: "echo", input: { text: "x" } }, { signal });
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
    expect(add.mock.calls.length).toBeGreaterThan(0);
  });
});

describe("scheduling", () => {
  it("runs conflicting calls one after the other, and others in parallel", async () => {
    const log: string[] = [];
    const gates = new Map<string, ReturnType<typeof deferred<void>>>();
    const touch = defineTool({
      name: "touch",
      description: "Touches a resource.",
      inputSchema: z.object({ id: z.string(), key: z.string() }),
      executionProfile: { resourceKeys: ({ key }) => [{ key, mode: "write" }] },
      async execute({ id }) {
        log.push(`start ${id}`);
        const gate = deferred<void>();
        gates.set(id, gate);
        await gate.promise;
        log.push(`end ${id}`);
        return id;
      },
    });
    const runtime = createToolRuntime({ ...allow, tools: [touch] });
    const call = (id: string, key: string) => ({ id, name: "touch", input: { id, key } });
    const batch = runtime.executeBatch([call("a1", "A"), call("a2", "A"), call("b", "B")]);
    await expect.poll(() => log).toEqual(["start a1", "start b"]);
    gates.get("a1")?.resolve();
    await expect.poll(() => log).toEqual(["start a1", "start b", "end a1", "start a2"]);
    gates.get("a2")?.resolve();
    gates.get("b")?.resolve();
    expect((await batch).map((result) => result.result)).toEqual(["a1", "a2", "b"]);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses a concurrency of %s when the runtime is created", (max) => {
    expect(() => createToolRuntime({ concurrency: { max } })).toThrow(RangeError);
  });
});

describe("events", () => {
  it("emits the events of a call in order", async () => {
    const tool = defineTool({
      name: "tell",
      description: "Reports and logs.",
      inputSchema: z.object({}),
      execute(_input, context) {
        context.progress({ message: "half" });
        context.log("noted");
        context.note({ weight: 3 });
        return "done";
      },
    });
    const runtime = createToolRuntime({ tools: [tool], onApproval: () => true });
    const events = record(runtime);
    const result = await runtime.execute({ id: "a", name: "tell", input: {} });
    expect(events.map(({ type }) => type)).toEqual([
      "tool-approval-request",
      "tool-approval-response",
      "tool-call-start",
      "tool-progress",
      "tool-log",
      "tool-result",
    ]);
    expect(result.metadata).toEqual({ weight: 3 });
  });

  it("ignores a listener that throws", async () => {
    const runtime = createToolRuntime({
      ...allow,
      tools: [echoTool],
      onEvent: () => {
        throw new Error("broken display");
      },
    });
    expect((await runtime.execute({ id: "a", name: "echo", input: { text: "x" } })).status).toBe("done");
  });

  it("ignores a listener that rejects later, without an unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    try {
      const runtime = createToolRuntime({
        ...allow,
        tools: [echoTool],
        onEvent: async () => {
          throw new Error("broken display");
        },
      });
      await runtime.execute({ id: "a", name: "echo", input: { text: "x" } });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", listen);
    }
  });

  it("streams events that end with the last result", async () => {
    const runtime = createToolRuntime({ ...allow, tools: [echoTool] });
    const types: string[] = [];
    for await (const event of runtime.stream([{ id: "a", name: "echo", input: { text: "x" } }]))
      types.push(event.type);
    expect(types).toEqual(["tool-call-start", "tool-result"]);
  });

  it("aborts the run when the stream is left", async () => {
    const gone = deferred<boolean>();
    const slow = defineTool({
      name: "slow",
      description: "Ends when it is told to.",
      inputSchema: z.object({}),
      execute: (_input, { signal }) =>
        new Promise<string>((resolve) =>
          signal.addEventListener("abort", () => {
            gone.resolve(true);
            resolve("");
          }),
        ),
    });
    const runtime = createToolRuntime({ ...allow, tools: [slow] });
    for await (const _event of runtime.stream([{ id: "a", name: "slow", input: {} }])) break;
    expect(await gone.promise).toBe(true);
  });
});

describe("middleware", () => {
  it("wraps calls from the outside in and may change the result", async () => {
    const log: string[] = [];
    const layer =
      (name: string): Middleware =>
      async (_call, next) => {
        log.push(`> ${name}`);
        const result = await next();
        log.push(`< ${name}`);
        return result;
      };
    const runtime = createToolRuntime({
      ...allow,
      tools: [echoTool],
      middleware: [layer("outer"), layer("inner")],
    });
    const result = await runtime.execute({ id: "a", name: "echo", input: { text: "x" } });
    expect(result).toMatchObject({ status: "done", result: "x" });
    expect(log).toEqual(["> outer", "> inner", "< inner", "< outer"]);
  });

  it("accepts an answer without next, and turns an error of middleware into that of the call", async () => {
    const execute = vi.fn();
    const tool = defineTool({
      name: "never",
      description: "Must not run.",
      inputSchema: z.object({}),
      execute,
    });
    const runtime = createToolRuntime({
      ...allow,
      tools: [tool],
      middleware: [() => Promise.reject(new Error("budget used up"))],
    });
    const result = await runtime.execute({ id: "a", name: "never", input: {} });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "tool-failed" } });
    expect(result.error?.message).toContain("budget used up");
    expect(execute).not.toHaveBeenCalled();
  });

  it("passes denied calls to middleware", async () => {
    const seen: string[] = [];
    const runtime = createToolRuntime({
      tools: [echoTool],
      permissions: [{ tool: "echo", verdict: "deny" }],
      middleware: [
        (call, next) => {
          seen.push(call.decision.verdict);
          return next();
        },
      ],
    });
    const result = await runtime.execute({ id: "a", name: "echo", input: { text: "x" } });
    expect(result.status).toBe("rejected-by-user");
    expect(seen).toEqual(["deny"]);
  });

  it("reports middleware that calls next twice", async () => {
    const runtime = createToolRuntime({
      ...allow,
      tools: [echoTool],
      middleware: [
        async (_call, next) => {
          await next();
          return next();
        },
      ],
    });
    const result = await runtime.execute({ id: "a", name: "echo", input: { text: "x" } });
    expect(result.error?.message).toContain("next() twice");
  });
});
