import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../src/batching/index.js";
import type { ToolContext, ToolRuntime } from "../../src/core.js";
import { createToolRuntime, deferred, defineTool, settle, z } from "./fixtures.js";

const page = (mode: "read" | "write") => ({ resourceKeys: () => [{ key: "page", mode }] });
const call = (id: string, name: string, input: object = {}) => ({ id, name, input });

const read = defineTool({
  name: "read",
  description: "Reads the page.",
  kind: "read",
  inputSchema: z.object({}),
  executionProfile: page("read"),
  execute: () => "read",
});
const write = defineTool({
  name: "write",
  description: "Writes the page.",
  kind: "edit",
  inputSchema: z.object({}),
  executionProfile: page("write"),
  execute: () => "written",
});
const other = defineTool({
  name: "other",
  description: "Does something else.",
  kind: "think",
  inputSchema: z.object({}),
  executionProfile: { resourceKeys: () => [] },
  execute: () => "other",
});

describe("nested calls of a tool", () => {
  /** A tool that writes the page and meanwhile lets other calls read it. */
  const parent = (runtime: () => ToolRuntime, within: (context: ToolContext) => object) =>
    defineTool({
      name: "parent",
      description: "Runs calls of its own.",
      kind: "edit",
      inputSchema: z.object({}),
      executionProfile: page("write"),
      async execute(_input, context) {
        const results = await runtime().executeBatch(
          [call("a", "write"), call("b", "read")],
          within(context),
        );
        return results.map(({ status }) => status);
      },
    });

  it("runs nested calls without waiting for the outer call, even with a single slot", async () => {
    const tools = [
      parent(
        () => runtime,
        (context) => ({ within: context }),
      ),
      read,
      write,
    ];
    const runtime: ToolRuntime = createToolRuntime({
      tools,
      permissions: "allow-all",
      concurrency: { max: 1 },
    });
    expect((await runtime.execute(call("p", "parent"))).result).toEqual(["done", "done"]);
  });

  it("ends nested calls with the outer call", async () => {
    const started = deferred();
    const slow = defineTool({
      name: "read",
      description: "Waits for the end.",
      inputSchema: z.object({}),
      execute: (_input, { signal }) =>
        new Promise<string>((resolve) => {
          signal.addEventListener("abort", () => resolve("ended"));
          started.resolve();
        }),
    });
    const tools = [
      parent(
        () => runtime,
        (context) => ({ within: context }),
      ),
      slow,
      write,
    ];
    const runtime: ToolRuntime = createToolRuntime({ tools, permissions: "allow-all" });
    const batch = runtime.execute(call("p", "parent"));
    await started.promise;
    expect(runtime.cancel("p")).toBe(true);
    expect((await batch).status).toBe("cancelled");
  });

  it("times out nested calls without `within` that wait for themselves; the next batch works", async () => {
    const tools = [
      parent(
        () => runtime,
        () => ({}),
      ),
      read,
      write,
    ];
    const runtime: ToolRuntime = createToolRuntime({ tools, permissions: "allow-all", timeoutMs: 50 });
    expect(await runtime.execute(call("p", "parent"))).toMatchObject({
      status: "error",
      error: { errorCode: "timeout" },
    });
    expect(await runtime.execute(call("w", "write"))).toMatchObject({ status: "done" });
  });
});

describe("cancel", () => {
  it("ends one call and leaves the others running", async () => {
    const gate = deferred<string>();
    const hang = defineTool({
      name: "hang",
      description: "Waits.",
      inputSchema: z.object({ id: z.string() }),
      executionProfile: { resourceKeys: () => [] },
      execute: ({ id }, { signal }) =>
        id === "stay"
          ? gate.promise
          : new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve(""))),
    });
    const runtime = createToolRuntime({ tools: [hang], permissions: "allow-all" });
    const batch = runtime.executeBatch([
      call("go", "hang", { id: "go" }),
      call("stay", "hang", { id: "stay" }),
    ]);
    await settle();
    expect(runtime.cancel("go")).toBe(true);
    expect(runtime.cancel("never there")).toBe(false);
    await settle();
    gate.resolve("still here");
    expect((await batch).map(({ status }) => status)).toEqual(["cancelled", "done"]);
    expect(runtime.cancel("go")).toBe(false);
  });

  it("cancels a call that waits in the scheduler", async () => {
    const gate = deferred<string>();
    const hold = defineTool({
      name: "hold",
      description: "Holds the page.",
      inputSchema: z.object({}),
      executionProfile: page("write"),
      execute: () => gate.promise,
    });
    const runtime = createToolRuntime({ tools: [hold, write], permissions: "allow-all" });
    const batch = runtime.executeBatch([call("first", "hold"), call("second", "write")]);
    await settle();
    expect(runtime.cancel("second")).toBe(true);
    gate.resolve("held");
    expect((await batch).map(({ status }) => status)).toEqual(["done", "cancelled"]);
  });

  it("cancels a call during an asynchronous schema check, before it reaches the scheduler", async () => {
    const [checking, checked] = [deferred(), deferred()];
    const slow = defineTool({
      name: "slow",
      description: "Is checked slowly.",
      inputSchema: z.object({}).refine(async () => {
        checking.resolve();
        await checked.promise;
        return true;
      }),
      execute: () => "ran",
    });
    const runtime = createToolRuntime({ tools: [slow], permissions: "allow-all" });
    const batch = runtime.executeBatch([call("one", "slow"), call("two", "slow")]);
    await checking.promise;
    expect(runtime.cancel("two")).toBe(true);
    expect(runtime.cancel("three")).toBe(false);
    checked.resolve();
    expect((await batch).map(({ status }) => status)).toEqual(["done", "cancelled"]);
    expect(runtime.cancel("two")).toBe(false);
  });
});

describe("a rejected call", () => {
  const runtimeWith = (onApproval: (id: string) => boolean) =>
    createToolRuntime({ tools: [read, write, other], onApproval: ({ callId }) => onApproval(callId) });
  const calls = [call("first", "write"), call("dependent", "read"), call("later", "other")];

  it.each([
    ["continue", ["rejected-by-user", "done", "done"]],
    ["cancel-dependents", ["rejected-by-user", "cancelled", "done"]],
  ] as const)("treats the other calls with onReject %s as %j", async (onReject, statuses) => {
    const results = await runtimeWith(() => false).executeBatch(calls, { onReject });
    expect(results.map(({ status }) => status)).toEqual(statuses);
  });

  it("cancels all calls that have not started with onReject cancel-later, with the reason", async () => {
    const results = await runtimeWith(() => false).executeBatch(
      [call("first", "write"), call("second", "write"), call("third", "write")],
      {
        onReject: "cancel-later",
      },
    );
    expect(results.map(({ status }) => status)).toEqual(["rejected-by-user", "cancelled", "cancelled"]);
    expect(results[1]?.error?.message).toContain("'first'");
  });

  it("counts a call that a rule rejected", async () => {
    const runtime = createToolRuntime({
      tools: [read, write, other],
      permissions: [{ tool: "write", verdict: "deny" }],
    });
    const results = await runtime.executeBatch(calls, { onReject: "cancel-dependents" });
    expect(results.map(({ status }) => status)).toEqual(["rejected-by-user", "cancelled", "done"]);
  });
});

describe("onTimeline", () => {
  it("reports when each call waited and ran, once all have ended", async () => {
    const runtime = createToolRuntime({ tools: [read, write, other], permissions: "allow-all" });
    const timelines: (readonly TimelineEntry[])[] = [];
    await runtime.executeBatch([call("w", "write"), call("r", "read"), call("o", "other")], {
      onTimeline: (entries) => timelines.push(entries),
    });
    expect(timelines).toHaveLength(1);
    const byId = new Map(timelines[0]?.map((entry) => [entry.id, entry]));
    expect([...byId.keys()].sort()).toEqual(["o", "r", "w"]);
    expect(byId.get("r")?.startedAt).toBeGreaterThanOrEqual(
      byId.get("w")?.endedAt ?? Number.POSITIVE_INFINITY,
    );
    expect(byId.get("w")).toMatchObject({ name: "write", outcome: "done" });
  });
});
