import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createToolRuntime, defineTool, type ToolEvent, type ToolResult } from "../../src/core.js";
import { deferred, echoTool } from "./fixtures.js";

const echo = (text: unknown) => ({ recipient_name: "functions.echo", parameters: { text } });

const wrapper = (uses: unknown, id = "w") => ({
  id,
  name: "multi_tool_use.parallel",
  input: { tool_uses: uses },
});

const textOf = (result: ToolResult | undefined) =>
  result?.content.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");

describe("a wrapper call", () => {
  it.each(["multi_tool_use.parallel", "multi_tool_use_parallel", "parallel", "functions.parallel"])(
    "runs the calls of %s in order, each with its own result",
    async (name) => {
      await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
      const result = await runtime.execute({ id: "w", name, input: { tool_uses: [echo("a"), echo("b")] } });
      expect(result).toMatchObject({ callId: "w", status: "done", toolName: name, result: ["a", "b"] });
      expect(result.calls?.map(({ callId, toolName, content }) => [callId, toolName, content])).toEqual([
        ["w/1", "echo", [{ type: "text", text: "a" }]],
        ["w/2", "echo", [{ type: "text", text: "b" }]],
      ]);
      expect(textOf(result)).toBe("## 1. echo (done)\na\n## 2. echo (done)\nb");
    },
  );

  it("runs the calls of batch, which OpenCode offers", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    const batch = (input: unknown) => runtime.execute({ id: "w", name: "batch", input });
    const call = (text: string) => ({ tool: "echo", parameters: { text } });
    expect((await batch({ tool_calls: [call("a"), call("b")] })).result).toEqual(["a", "b"]);
    expect((await batch({ tool_calls: 7 })).error?.message).toContain(
      "'batch' expects { tool_calls: [{ tool, parameters }, ...] }",
    );
  });

  it("keeps its position among other calls", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    const results = await runtime.executeBatch([
      { id: "1", name: "echo", input: { text: "x" } },
      wrapper([echo("a"), echo("b")]),
      { id: "3", name: "echo", input: { text: "z" } },
    ]);
    expect(results.map(({ callId }) => callId)).toEqual(["1", "w", "3"]);
    expect(textOf(results[2])).toBe("z");
  });

  it("accepts an input, a list and parameters that are JSON texts", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    const uses = JSON.stringify([{ recipient_name: "echo", parameters: JSON.stringify({ text: "a" }) }]);
    const result = await runtime.execute({
      id: "w",
      name: "parallel",
      input: JSON.stringify({ tool_uses: uses }),
    });
    expect(result.calls?.map(textOf)).toEqual(["a"]);
  });

  it("answers each mistake in the result of the call that has it", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    const result = await runtime.execute(
      wrapper([echo("a"), echo([1]), { recipient_name: "nothing" }, 7, { recipient_name: "" }]),
    );
    expect(result.status).toBe("done");
    expect(result.calls?.map(({ error }) => error?.errorCode)).toEqual([
      undefined,
      "invalid-input",
      "unknown-tool",
      "invalid-call",
      "invalid-call",
    ]);
  });

  it("does not expand a wrapper inside a wrapper", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    const nested = { recipient_name: "parallel", parameters: { tool_uses: [echo("a")] } };
    const result = await runtime.execute(wrapper([nested]));
    expect(result).toMatchObject({ status: "error", error: { errorCode: "unknown-tool" } });
  });

  it.each([
    ["no list", {}],
    ["an empty list", { tool_uses: [] }],
    ["too many calls", { tool_uses: Array.from({ length: 129 }, () => echo("a")) }],
    ["broken JSON", '{"tool_uses": ['],
    [
      "an unreadable input",
      {
        get tool_uses(): never {
          throw new Error("no");
        },
      },
    ],
  ])("fails as one call and runs nothing with %s", async (_what, input) => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    const results = await runtime.executeBatch([
      { id: "w", name: "parallel", input },
      { id: "2", name: "echo", input: { text: "x" } },
    ]);
    expect(results[0]).toMatchObject({ callId: "w", status: "error", error: { errorCode: "invalid-input" } });
    expect(results[0]?.calls).toBeUndefined();
    expect(results[1]?.status).toBe("done");
  });

  it("belongs to a tool of the host with that name", async () => {
    const own = { ...echoTool, name: "parallel" };
    await using runtime = createToolRuntime({ tools: [own], permissions: "allow-all" });
    const result = await runtime.execute({ id: "w", name: "parallel", input: { text: "mine" } });
    expect(textOf(result)).toBe("mine");
  });

  it("refuses another call with its id, and runs once if it is repeated", async () => {
    const ran: string[] = [];
    await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    runtime.on((event) => {
      if (event.type === "tool-call-start") ran.push(event.callId);
    });
    const results = await runtime.executeBatch([
      wrapper([echo("a")]),
      wrapper([echo("a")]),
      { id: "w", name: "echo", input: { text: "x" } },
    ]);
    expect(ran).toEqual(["w/1"]);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]?.error?.errorCode).toBe("duplicate-call-id");
  });

  it("reports each of its calls and then itself as events", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
    const events: ToolEvent[] = [];
    for await (const event of runtime.stream([wrapper([echo("a"), echo("b")])])) events.push(event);
    const results = events.filter(({ type }) => type === "tool-result").map((event) => event.callId);
    expect(results.sort()).toEqual(["w", "w/1", "w/2"]);
    expect(events.at(-1)).toMatchObject({ type: "tool-result", callId: "w" });
  });

  it("shows its calls in plans and explanations", async () => {
    await using runtime = createToolRuntime({
      tools: [echoTool],
      permissions: [{ tool: "echo", verdict: "ask" }],
    });
    const plan = await runtime.plan([wrapper([echo("a"), echo("b")])]);
    expect(plan.calls.map(({ callId, decision }) => [callId, decision?.verdict])).toEqual([
      ["w/1", "ask"],
      ["w/2", "ask"],
    ]);
    const explained = await runtime.explain(wrapper([echo("a")]));
    expect(explained).toMatchObject({ callId: "w", decision: { verdict: "ask" } });
    expect(explained.text).toMatch(/^w\/1 echo: /);
  });

  it("cancels all its calls when its id is cancelled", async () => {
    const bothRun = deferred();
    let running = 0;
    const block = defineTool({
      name: "block",
      description: "Runs until it is cancelled.",
      kind: "think",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [] },
      execute: (_input, { signal }) => {
        running += 1;
        if (running === 2) bothRun.resolve();
        return new Promise<string>((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
        });
      },
    });
    await using runtime = createToolRuntime({ tools: [block], permissions: "allow-all" });
    const executing = runtime.execute(wrapper([{ recipient_name: "block" }, { recipient_name: "block" }]));
    await bothRun.promise;
    expect(runtime.cancel("w")).toBe(true);
    const result = await executing;
    expect(result.status).toBe("cancelled");
    expect(result.calls?.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });
});

describe("a blocked wrapper call", () => {
  const permissions = [{ tool: "echo", verdict: "ask" }] as const;
  const stored = (results: readonly ToolResult[]) => JSON.parse(JSON.stringify(results)) as ToolResult[];

  it("continues one call after the other for a host that answers the wrapper's id", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions });
    const blocked = await runtime.executeBatch([wrapper([echo("a"), echo("b")])]);
    expect(blocked[0]).toMatchObject({ status: "blocked-on-user", approval: { input: { text: "a" } } });
    const half = await runtime.resume(stored(blocked), { w: true });
    expect(half[0]).toMatchObject({ status: "blocked-on-user", approval: { input: { text: "b" } } });
    const whole = await runtime.resume(stored(half), { w: true });
    expect(whole[0]).toMatchObject({ callId: "w", status: "done", result: ["a", "b"] });
  });

  it("continues all its calls for a host that answers their ids", async () => {
    await using runtime = createToolRuntime({ tools: [echoTool], permissions });
    const blocked = await runtime.executeBatch([wrapper([echo("a"), echo("b")])]);
    const [whole] = await runtime.resume(stored(blocked), { "w/1": true, "w/2": false });
    expect(whole).toMatchObject({ callId: "w", status: "done" });
    expect(whole?.calls?.map(({ status }) => status)).toEqual(["done", "rejected-by-user"]);
  });
});
