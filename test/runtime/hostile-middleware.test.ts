import { describe, expect, it } from "vitest";
import type { Middleware, ToolResult } from "../../src/core.js";
import {
  advanceUntilEnd,
  createToolRuntime,
  deferred,
  defineTool,
  echoTool,
  manualClock,
  settle,
  z,
} from "./fixtures.js";
import { cyclic, RETURNED, THROWN, throwingGetters } from "./hostile-values.js";
import { expectWellFormed, watchProcess } from "./well-formed.js";

const CALLS = ["1", "2", "3"].map((id) => ({ id, name: "echo", input: { text: id } }));

const pass: Middleware = (_call, next) => next();

/** Runs three calls; the second passes through a hostile middleware inside a valid one. */
async function runWith(layer: Middleware, onReject?: "cancel-later"): Promise<readonly ToolResult[]> {
  const watched = watchProcess();
  const runtime = createToolRuntime({
    tools: [echoTool],
    permissions: "allow-all",
    middleware: [pass, (call, next) => (call.id === "2" ? layer(call, next) : next())],
  });
  const results = await runtime.executeBatch(CALLS, onReject && { onReject });
  expectWellFormed(CALLS, results);
  expect(results[0]?.status).toBe("done");
  if (onReject === undefined) expect(results[2]?.status).toBe("done");
  await watched.none();
  return results;
}

const blamed = { status: "error", error: { message: expect.stringMatching(/^Middleware 2 /) } };

describe("middleware", () => {
  it.each(Object.entries(THROWN))(
    "middleware that throws %s fails its own call, by name",
    async (_name, make) => {
      const throwing = await runWith(() => {
        throw make();
      });
      expect(throwing[1]).toMatchObject(blamed);
      const after = await runWith(async (_call, next) => {
        await next();
        throw make();
      });
      expect(after[1]).toMatchObject(blamed);
    },
  );

  it.each(Object.entries(THROWN))(
    "middleware that rejects with %s fails its own call, by name",
    async (_name, make) => {
      const [, second] = await runWith(() => Promise.reject(make()));
      expect(second).toMatchObject(blamed);
    },
  );

  it.each(Object.entries(RETURNED))(
    "middleware that returns %s fails its own call, by name",
    async (_name, make) => {
      const [, second] = await runWith(() => make() as Promise<ToolResult>);
      expect(second).toMatchObject(blamed);
      const [, after] = await runWith(async (_call, next) => {
        await next();
        return make() as ToolResult;
      });
      expect(after).toMatchObject(blamed);
    },
  );

  it("keeps ids, names and decision of a result that middleware changes", async () => {
    const [, second] = await runWith(async (call, next) => {
      Object.assign(call, { id: "9", requestedName: "x" });
      const result = await next();
      return Object.assign(result, {
        callId: "1",
        toolName: 5,
        requestedName: null,
        decision: { verdict: "deny" },
      }) as never;
    });
    expect(second).toMatchObject({ status: "done", toolName: "echo", decision: { verdict: "allow" } });
  });

  it("runs the judged input although middleware changes its copy", async () => {
    const [, second] = await runWith((call, next) => {
      (call.input as { text: string }).text = "not judged";
      return next();
    });
    expect(second).toMatchObject({ status: "done", result: "2" });
  });

  it("accepts an answer of middleware without times and without next", async () => {
    const [, second] = await runWith(
      async () => ({ status: "done", result: 1, content: [{ type: "text", text: "own" }] }) as never,
    );
    expect(second).toMatchObject({ status: "done", content: [{ type: "text", text: "own" }] });
  });

  it.each<[string, () => unknown]>([
    ["a bigint", () => 7n],
    ["a list with a bigint", () => [{ count: 7n }]],
    ["a long list with a bigint", () => [...Array.from({ length: 50_000 }, () => 1), 7n]],
    ["a cyclic object", cyclic],
  ])("middleware that answers with the result %s fails its own call, by name", async (_name, make) => {
    const own = await runWith(async () => ({ status: "done", result: make(), content: [] }) as never);
    const changed = await runWith(async (_call, next) => ({ ...(await next()), result: make() }) as never);
    for (const [, second] of [own, changed]) {
      expect(second).toMatchObject(blamed);
      expect(second?.error?.message).toContain("result must be JSON");
      expect(() => JSON.stringify(second)).not.toThrow();
    }
  });

  it("fails its own call, by name, when it adds metadata that has no JSON", async () => {
    for (const metadata of [{ count: 7n }, { list: [cyclic()] }, { inner: throwingGetters() }]) {
      const [, second] = await runWith(async (_call, next) => ({ ...(await next()), metadata }));
      expect(second).toMatchObject(blamed);
      expect(second?.error?.message).toContain("metadata must be JSON");
      expect(() => JSON.stringify(second)).not.toThrow();
    }
  });

  it("may add metadata in which a promise rejects, and the process does not end", async () => {
    const watched = watchProcess();
    const metadata = { inner: [Promise.reject(new Error("later"))] };
    await runWith(async (_call, next) => ({ ...(await next()), metadata }));
    await watched.none();
  });

  it("reports middleware that calls next twice, and runs the tool once", async () => {
    const [, second] = await runWith(async (_call, next) => {
      await next();
      return next();
    });
    expect(second?.error?.message).toBe("Middleware 2 called next() twice for one call.");
    const [, ignoring] = await runWith(async (_call, next) => {
      const result = await next();
      void next();
      void next();
      return result;
    });
    expect(ignoring).toMatchObject({ status: "done" });
  });

  it("starts nothing when middleware calls next after it returned", async () => {
    let late: (() => Promise<ToolResult>) | undefined;
    const [, second] = await runWith(async (_call, next) => {
      late = next;
      return { status: "done", result: 1, content: [] } as never;
    });
    expect(second).toMatchObject({ status: "done" });
    await expect(late?.()).rejects.toThrow("Middleware 2 called next() after it had returned");
  });

  it("cancels the tool when middleware answers early, and waits for its end", async () => {
    const started = deferred();
    const order: string[] = [];
    const tool = defineTool({
      name: "slow",
      description: "Waits.",
      kind: "think",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [{ key: "k", mode: "write" }] },
      execute: async (_input, { signal }) => {
        started.resolve();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        await settle();
        order.push("tool ended");
      },
    });
    const runtime = createToolRuntime({
      tools: [tool],
      permissions: "allow-all",
      middleware: [
        async (_call, next) => {
          void next();
          await started.promise;
          return { status: "done", result: "own", content: [{ type: "text", text: "own" }] } as never;
        },
      ],
    });
    const result = await runtime.execute({ id: "1", name: "slow", input: {} });
    order.push("result");
    expect(order).toEqual(["tool ended", "result"]);
    expect(result).toMatchObject({ status: "done", result: "own" });
  });

  it.each([
    ["before next", async () => new Promise<never>(() => {})],
    [
      "after next",
      (async (_call, next) => {
        await next();
        return new Promise<never>(() => {});
      }) as Middleware,
    ],
  ] as [string, Middleware][])(
    "ends middleware that never returns, %s, with the time limit",
    async (when, layer) => {
      const clock = manualClock();
      const runtime = createToolRuntime({
        tools: [echoTool],
        permissions: "allow-all",
        clock,
        timeoutMs: 1_000,
        middleware: [pass, layer],
      });
      const results = await advanceUntilEnd(clock, runtime.executeBatch(CALLS));
      expectWellFormed(CALLS, results);
      for (const { error } of results) {
        expect(error).toMatchObject({
          errorCode: "timeout",
          message: expect.stringContaining("Middleware 2 did not return within 1 second"),
        });
        expect(error?.message).toContain(when === "after next" ? "with the status 'done'" : "has not run");
      }
      expect(clock.pending()).toBe(0);
    },
  );

  it.each<[string, Middleware]>([
    ["before next", () => new Promise(() => {})],
    [
      "after next",
      async (_call, next) => {
        await next();
        return new Promise(() => {});
      },
    ],
  ])("aborts and cancels although middleware never returns, %s", async (_when, layer) => {
    const clock = manualClock();
    const runtime = createToolRuntime({
      tools: [echoTool],
      permissions: "allow-all",
      clock,
      timeoutMs: false,
      middleware: [layer],
    });
    const controller = new AbortController();
    const aborted = runtime.executeBatch(CALLS, { signal: controller.signal });
    await clock.advance(10);
    controller.abort();
    const results = await advanceUntilEnd(clock, aborted);
    expectWellFormed(CALLS, results);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill("cancelled"));
    const cancelled = runtime.executeBatch(CALLS.slice(0, 1));
    await clock.advance(10);
    expect(runtime.cancel("1")).toBe(true);
    expect(await advanceUntilEnd(clock, cancelled)).toMatchObject([{ status: "cancelled" }]);
  });

  it("aborts a denied call although its middleware never returns", async () => {
    const clock = manualClock();
    const runtime = createToolRuntime({
      tools: [echoTool],
      permissions: [{ tool: "echo", verdict: "deny" }],
      clock,
      middleware: [() => new Promise(() => {})],
    });
    const controller = new AbortController();
    const running = runtime.executeBatch(CALLS, { signal: controller.signal });
    await clock.advance(10);
    controller.abort();
    const results = await advanceUntilEnd(clock, running);
    expectWellFormed(CALLS, results);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill("cancelled"));
  });

  it("aborts a denied call that is judged after the abort although its middleware never returns", async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const runtime = createToolRuntime({
      tools: [
        defineTool({
          name: "echo",
          description: "Echoes",
          inputSchema: z.object({ text: z.string() }),
          // The run is aborted while the calls are prepared, so that each is judged afterwards.
          facts: () => {
            controller.abort();
            return {};
          },
          execute: ({ text }) => text,
        }),
      ],
      permissions: [{ tool: "echo", verdict: "deny" }],
      clock,
      middleware: [() => new Promise(() => {})],
    });
    const running = runtime.executeBatch(CALLS, { signal: controller.signal });
    const results = await advanceUntilEnd(clock, running);
    expectWellFormed(CALLS, results);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill("cancelled"));
  });

  it("lists the changed files when middleware throws after the tool", async () => {
    const runtime = createToolRuntime({
      tools: [echoTool],
      permissions: "allow-all",
      executor: {
        run: async (_call, context, here) => {
          context.changed({ type: "update", path: "/w/a.txt" });
          return here();
        },
      },
      middleware: [
        async (_call, next) => {
          await next();
          return undefined as never;
        },
      ],
    });
    const result = await runtime.execute({ id: "1", name: "echo", input: { text: "x" } });
    expect(result).toMatchObject({ status: "error", trackFiles: ["/w/a.txt"] });
    expect(result.error?.message).toContain("The call itself had ended before, with the status 'done'.");
  });
});
