import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { carrierOf, openTelemetry } from "../../../src/adapters/otel/index.js";
import {
  type ApprovalRequest,
  createToolRuntime,
  defineTool,
  jsonSchema,
  type Plugin,
  type RuntimeOptions,
  type ToolContext,
  ToolError,
  type ToolRuntime,
} from "../../../src/core.js";
import { deferred, settle } from "../../runtime/fixtures.js";
import {
  linkedCalls,
  parentOf,
  recordersOf,
  recordTelemetry,
  type Telemetry,
  useContextManager,
} from "./telemetry.js";

useContextManager();

type Execute = (context: ToolContext) => unknown;
const inputSchema = jsonSchema<Record<string, unknown>>({ type: "object", properties: {} });
const tool = (name: string, execute: Execute, keys?: readonly string[]) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    kind: "edit",
    inputSchema,
    executionProfile: { resourceKeys: () => (keys ?? []).map((key) => ({ key, mode: "write" as const })) },
    execute: (_input, toolContext) => execute(toolContext),
  });

function traced(
  tools: readonly ReturnType<typeof tool>[],
  options: RuntimeOptions = {},
): { runtime: ToolRuntime; telemetry: Telemetry } {
  const telemetry = recordTelemetry();
  const runtime = createToolRuntime({
    permissions: "allow-all",
    ...options,
    tools,
    plugins: [openTelemetry(recordersOf(telemetry)), ...(options.plugins ?? [])],
  }) as ToolRuntime;
  return { runtime, telemetry };
}

const untilAborted: Execute = ({ signal }) =>
  new Promise((resolve) => signal.addEventListener("abort", resolve));

const signalling =
  (began: ReturnType<typeof deferred<void>>, gate: ReturnType<typeof deferred<void>>): Execute =>
  () => {
    began.resolve();
    return gate.promise;
  };

/** Resolves when a call has to wait for another. */
function waitSeen() {
  const waiting = deferred();
  const plugin: Plugin = ({ observe }) =>
    observe({ onRun: () => ({ onCall: () => ({ onWait: () => waiting.resolve() }) }) });
  return { plugin, seen: waiting.promise };
}

const call = (name: string, id = name) => ({ id, name, input: {} });

describe("the span of a call", () => {
  it("uses the names of the GenAI conventions", async () => {
    const { runtime, telemetry } = traced([tool("greet", () => "hello")]);
    await runtime.execute(call("greet", "call-1"), { session: runtime.session({ id: "thread-7" }) });
    const span = telemetry.span("execute_tool greet");
    expect(span.kind).toBe(SpanKind.INTERNAL);
    expect(span.status).toEqual({ code: SpanStatusCode.UNSET });
    expect(span.attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "greet",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.description": "Does greet.",
      "gen_ai.tool.call.id": "call-1",
      "gen_ai.conversation.id": "thread-7",
      "collet.tool.kind": "edit",
      "collet.decision.verdict": "allow",
      "collet.decision.source": "kind",
      "collet.conflicts.wait_ms": expect.any(Number),
      "collet.slot.wait_ms": expect.any(Number),
      "collet.call.status": "done",
    });
    expect(telemetry.span("execute_batch").attributes).toEqual({
      "gen_ai.conversation.id": "thread-7",
      "collet.batch.size": 1,
      "collet.batch.failed": 0,
    });
  });

  it.each([
    ["a tool that throws", "throws", "error", "tool-failed", SpanStatusCode.ERROR],
    ["a tool that throws a code of its own", "coded", "error", "disk-on-fire", SpanStatusCode.ERROR],
    ["a tool whose code is a sentence", "prose", "error", "_OTHER", SpanStatusCode.ERROR],
    ["a tool that takes too long", "sleeps", "error", "timeout", SpanStatusCode.ERROR],
    ["a tool that is denied", "denied", "rejected-by-user", "permission-denied", SpanStatusCode.UNSET],
    ["a call that was cancelled", "cancelled", "cancelled", "cancelled", SpanStatusCode.UNSET],
    ["a call that waits for its user", "asks", "blocked-on-user", undefined, SpanStatusCode.UNSET],
  ])("tells the end of %s by status and code", async (_what, name, status, errorType, code) => {
    const { runtime, telemetry } = traced(
      [
        tool("throws", () => {
          throw new Error("no");
        }),
        tool("coded", () => {
          throw new ToolError("no", { code: "disk-on-fire" });
        }),
        tool("prose", () => {
          throw new ToolError("no", { code: "could not read the file" });
        }),
        tool("sleeps", untilAborted),
        tool("denied", () => "never"),
        tool("cancelled", () => {
          setImmediate(() => runtime.cancel("cancelled"));
          return new Promise(() => {});
        }),
        tool("asks", () => "never"),
      ],
      {
        timeoutMs: name === "sleeps" ? 20 : 60_000,
        permissions: {
          preset: "allow-all",
          rules: [
            { tool: "denied", verdict: "deny" },
            { tool: "asks", verdict: "ask" },
          ],
        },
      },
    );
    const result = await runtime.execute(call(name));
    expect(result.status).toBe(status);
    const span = telemetry.span(`execute_tool ${name}`);
    expect(span.status).toEqual({ code, ...(code === SpanStatusCode.ERROR && { message: errorType }) });
    expect(span.attributes["collet.call.status"]).toBe(status);
    expect(span.attributes["error.type"]).toBe(errorType);
    expect(telemetry.span("execute_batch").attributes["collet.batch.failed"]).toBe(
      status === "error" ? 1 : 0,
    );
  });

  it("records one span for each call that never reaches a tool", async () => {
    const { runtime, telemetry } = traced([tool("greet", () => "hello")]);
    const calls = [call("nonsense", "1"), call("greet", "2"), call("greet", "2"), { ...call("other", "2") }];
    await runtime.executeBatch([...calls, undefined as never]);
    const spans = telemetry
      .spans()
      .map((span) => `${span.name} ${String(span.attributes["error.type"] ?? "done")}`);
    expect(spans.at(-1)).toBe("execute_batch done");
    // The third is the second again and has its result; the fourth only has its id. Calls that do not depend on each other end
    // in any order: a batch gives way to calls that run when it has worked for some time.
    expect(spans.slice(0, -1).sort()).toEqual([
      "execute_tool _OTHER duplicate-call-id",
      "execute_tool _OTHER invalid-call",
      "execute_tool _OTHER unknown-tool",
      "execute_tool greet done",
    ]);
  });

  it("counts truncations, changes and repairs", async () => {
    const { runtime, telemetry } = traced([tool("print", () => "x".repeat(1_000))], {
      truncation: { maxBytes: 100 },
    });
    await runtime.execute({ id: "1", name: "print", input: "{}" });
    expect(telemetry.call("1").attributes).toMatchObject({
      "collet.truncation.omitted_bytes": expect.any(Number),
      "collet.input.repairs": 1,
    });
  });

  it("records the attempts of an executor that reports them", async () => {
    const { runtime, telemetry } = traced([tool("greet", () => "hello")], {
      executor: {
        async run(_call, toolContext, inProcess) {
          toolContext.note({ attempts: 3 });
          return inProcess();
        },
      },
    });
    await runtime.execute(call("greet"));
    expect(telemetry.call("greet").attributes["collet.call.attempts"]).toBe(3);
  });
});

describe("the context of a call", () => {
  it("activates the call's span inside the tool, the middleware and the approval, whichever call it waited for", async () => {
    const seen: Record<string, string | undefined> = {};
    const look = (where: string) => {
      seen[where] = trace.getSpanContext(context.active())?.spanId;
    };
    const { runtime, telemetry } = traced(
      [
        tool("first", () => settle().then(() => look("first")), ["k"]),
        tool("second", () => settle().then(() => look("second")), ["k"]),
      ],
      {
        permissions: { rules: [{ tool: "second", verdict: "ask" }] },
        middleware: [
          async ({ id }, next) => {
            look(`before ${id}`);
            const result = await next();
            look(`after ${id}`);
            return result;
          },
        ],
        onApproval: async ({ callId }) => {
          await settle();
          look(`asked about ${callId}`);
          return true;
        },
      },
    );
    await runtime.executeBatch([call("first"), call("second")]);
    const first = telemetry.call("first").spanContext().spanId;
    const second = telemetry.call("second").spanContext().spanId;
    expect(seen).toEqual({
      "before first": first,
      "asked about first": first,
      first,
      "after first": first,
      "before second": second,
      "asked about second": second,
      second,
      "after second": second,
    });
  });

  it("hangs a batch under the span that the host is in", async () => {
    const { runtime, telemetry } = traced([tool("greet", () => "hello")]);
    await telemetry.tracer.startActiveSpan("turn", async (turn) => {
      await runtime.executeBatch([call("greet")]);
      turn.end();
    });
    const batch = telemetry.span("execute_batch");
    expect(parentOf(batch)).toBe(telemetry.span("turn").spanContext().spanId);
    expect(parentOf(telemetry.call("greet"))).toBe(batch.spanContext().spanId);
  });

  it("attaches a batch to the trace of another process instead of its caller's", async () => {
    const { runtime, telemetry } = traced([tool("greet", ({ traceContext }) => traceContext)]);
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const result = await telemetry.tracer.startActiveSpan("queue", (span) => {
      span.end();
      return runtime.execute(call("greet"), { traceContext: { traceparent, tracestate: "vendor=1" } });
    });
    expect(parentOf(telemetry.span("execute_batch"))).toBe("b7ad6b7169203331");
    const { traceId, spanId } = telemetry.call("greet").spanContext();
    expect(traceId).toBe("0af7651916cd43dd8448eb211c80319c");
    expect(result).toMatchObject({
      status: "done",
      result: { traceparent: `00-${traceId}-${spanId}-01`, tracestate: "vendor=1" },
    });
  });

  it("carries a trace in plain strings, equal to those of the API", async () => {
    const { runtime, telemetry } = traced([
      tool("compare", ({ traceContext }) => [traceContext, carrierOf()]),
    ]);
    const result = await runtime.execute(call("compare"));
    const { traceId, spanId } = telemetry.call("compare").spanContext();
    const carrier = { traceparent: `00-${traceId}-${spanId}-01` };
    expect(result).toMatchObject({ status: "done", result: [carrier, carrier] });
  });
});

describe("calls that a tool makes", () => {
  it("hang under the span of its call, even when it lost its context", async () => {
    const { runtime, telemetry } = traced([
      tool("inner", () => "done", ["k"]),
      tool("outer", async (within) => {
        await context.with(trace.deleteSpan(context.active()), () =>
          runtime.executeBatch([call("inner", "a"), call("inner", "b")], { within }),
        );
        return "done";
      }),
    ]);
    await runtime.execute(call("outer"));
    const outer = telemetry.call("outer");
    const [inner] = telemetry.spans().filter((span) => span.name === "execute_batch");
    expect(inner && parentOf(inner)).toBe(outer.spanContext().spanId);
    for (const id of ["a", "b"]) expect(parentOf(telemetry.call(id))).toBe(inner?.spanContext().spanId);
    expect(linkedCalls(telemetry.call("b"), "order", telemetry)).toEqual(["a"]);
  });
});

describe("calls of other batches", () => {
  it("links a call to the calls of other batches that it had to wait for", async () => {
    const gate = deferred();
    const began = deferred();
    const { plugin, seen } = waitSeen();
    const slow = tool("slow", () => gate.promise, ["k"]);
    const free = tool("free", signalling(began, gate), ["other"]);
    const { runtime, telemetry } = traced([slow, free, tool("quick", () => "done", ["k"])], {
      plugins: [plugin],
    });
    const first = runtime.executeBatch([call("slow"), call("free")]);
    await began.promise;
    const second = runtime.executeBatch([call("quick")]);
    await seen;
    gate.resolve();
    await Promise.all([first, second]);
    const quick = telemetry.call("quick");
    expect(linkedCalls(quick, "wait", telemetry)).toEqual(["slow"]);
    expect(linkedCalls(quick, "order", telemetry)).toEqual([]);
    expect(quick.attributes["collet.conflicts.waited_for"]).toBe(1);
  });

  it("links calls through sums of many", async () => {
    const gate = deferred();
    const search = defineTool({
      name: "search",
      description: "Reads a folder.",
      kind: "search",
      inputSchema,
      executionProfile: { resourceKeys: () => [{ key: "file:/", mode: "read", scope: "subtree" }] },
      execute: () => "done",
    });
    const began = deferred();
    const { plugin, seen } = waitSeen();
    const first = tool("a", () => gate.promise, ["file:/a"]);
    const last = tool("b", signalling(began, gate), ["file:/b"]);
    const { runtime, telemetry } = traced([first, last, search as never], { plugins: [plugin] });
    const edits = runtime.executeBatch([call("a"), call("b")]);
    await began.promise;
    const second = runtime.execute(call("search"));
    await seen;
    gate.resolve();
    await Promise.all([edits, second]);
    expect([...linkedCalls(telemetry.call("search"), "wait", telemetry)].sort()).toEqual(["a", "b"]);
  });
});

describe("an approval", () => {
  const asking = { permissions: { rules: [{ tool: "edit", verdict: "ask" as const }] } };
  const eventsOf = (telemetry: Telemetry) =>
    telemetry
      .call("edit")
      .events.map(({ name, attributes }) => [name, attributes?.["collet.approval.approved"]]);

  it.each([
    [true, "done"],
    [false, "rejected-by-user"],
  ])(
    "answered with %s is on the span, and its wait counts neither as conflict nor as run",
    async (answer, status) => {
      const { runtime, telemetry } = traced([tool("edit", () => "done")], {
        ...asking,
        onApproval: async (_request: ApprovalRequest) => {
          await new Promise((resolve) => setTimeout(resolve, 100));
          return answer;
        },
      });
      const result = await runtime.execute(call("edit"));
      expect(result.status).toBe(status);
      expect(eventsOf(telemetry)).toEqual([
        ["collet.approval.requested", undefined],
        ["collet.approval.answered", answer],
      ]);
      const waitMs = telemetry.call("edit").events[1]?.attributes?.["collet.approval.wait_ms"];
      expect(waitMs).toBeGreaterThan(95);
      expect(telemetry.call("edit").attributes["collet.conflicts.wait_ms"] ?? 0).toBeLessThan(95);
    },
  );

  it("records a pending approval as one event, and the answer on the span of the resumed call", async () => {
    const { runtime, telemetry } = traced([tool("edit", () => "done")], asking);
    const blocked = await runtime.executeBatch([call("edit")]);
    expect(eventsOf(telemetry)).toEqual([["collet.approval.requested", undefined]]);
    await runtime.resume(blocked, { edit: true });
    expect(telemetry.spans().filter((span) => span.name === "execute_tool edit")[1]?.events).toMatchObject([
      { name: "collet.approval.answered", attributes: { "collet.approval.approved": true } },
    ]);
  });

  it("records an approval that a running tool asks for on its span", async () => {
    const { runtime, telemetry } = traced([tool("edit", ({ ask }) => ask({ reason: "Really?" }))], {
      onApproval: () => true,
    });
    await runtime.execute(call("edit"));
    expect(eventsOf(telemetry)).toEqual([
      ["collet.approval.requested", undefined],
      ["collet.approval.answered", true],
    ]);
  });
});

describe("the end", () => {
  it("ends all spans when the runtime is disposed of, even those of calls that never started", async () => {
    const { plugin, seen } = waitSeen();
    const { runtime, telemetry } = traced([tool("stuck", untilAborted, ["k"])], { plugins: [plugin] });
    const run = runtime.executeBatch([call("stuck", "1"), call("stuck", "2")]);
    await seen;
    await runtime[Symbol.asyncDispose]();
    await run;
    expect(
      telemetry
        .spans()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["execute_batch", "execute_tool stuck", "execute_tool stuck"]);
    expect(telemetry.call("2").attributes).not.toHaveProperty("collet.conflicts.wait_ms");
  });

  it("ends all spans when the reader leaves a stream", async () => {
    const { runtime, telemetry } = traced([tool("stuck", untilAborted)]);
    for await (const event of runtime.stream([call("stuck")])) if (event.type === "tool-call-start") break;
    expect(telemetry.call("stuck").attributes["collet.call.status"]).toBe("cancelled");
    expect(telemetry.span("execute_batch").ended).toBe(true);
  });
});

describe("telemetry that fails", () => {
  it.each(["startSpan", "onEnd"])("keeps every result when %s throws", async (where) => {
    const telemetry = recordTelemetry();
    const fail = () => {
      throw new Error("telemetry is broken");
    };
    const tracer = {
      ...telemetry.tracer,
      startSpan: (...given: Parameters<typeof telemetry.tracer.startSpan>) => {
        if (where === "startSpan") return fail();
        return Object.assign(telemetry.tracer.startSpan(...given), { end: fail });
      },
    } as typeof telemetry.tracer;
    await using runtime = createToolRuntime({
      tools: [tool("greet", () => "hello", ["k"])],
      permissions: "allow-all",
      plugins: [openTelemetry({ tracer })],
      onEvent: fail,
    });
    const results = await runtime.executeBatch([call("greet", "1"), call("greet", "2")]);
    expect(results.map(({ status, content }) => [status, content])).toEqual([
      ["done", [{ type: "text", text: "hello" }]],
      ["done", [{ type: "text", text: "hello" }]],
    ]);
  });

  it("refuses an invalid maxRecordedLength", () => {
    expect(() => openTelemetry({ maxRecordedLength: 0 })).toThrow(RangeError);
  });
});

describe("without an SDK", () => {
  it("calls run as ever and carry no trace", async () => {
    await using runtime = createToolRuntime({
      tools: [tool("greet", ({ traceContext }) => String(traceContext))],
      permissions: "allow-all",
      plugins: [openTelemetry()],
    });
    expect(await runtime.execute(call("greet"))).toMatchObject({ status: "done", result: "undefined" });
  });

  it("the trace that was handed over is handed on", async () => {
    await using runtime = createToolRuntime({
      tools: [tool("greet", ({ traceContext }) => traceContext)],
      permissions: "allow-all",
      plugins: [openTelemetry()],
    });
    const traceContext = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    expect(await runtime.execute(call("greet"), { traceContext })).toMatchObject({ result: traceContext });
  });
});
