import { describe, expect, it, vi } from "vitest";
import type { ApprovalRequest } from "../../src/core.js";
import { createToolRuntime, deferred, defineTool, settle, z } from "./fixtures.js";

const writer = (execute = vi.fn(() => "written")) => ({
  execute,
  tool: defineTool({
    name: "write",
    description: "Writes.",
    kind: "edit",
    aliases: ["Save"],
    inputSchema: z.object({ text: z.string() }),
    executionProfile: { resourceKeys: () => [{ key: "page", mode: "write" }] },
    preview: async ({ text }) => [{ type: "text", text: `+${text}` }],
    execute,
  }),
});
const call = (id = "a", name = "write") => ({ id, name, input: { text: "hello" } });

describe("an approval", () => {
  it("passes the approver the canonical call, its preview and the decision", async () => {
    const { tool } = writer();
    const requests: ApprovalRequest[] = [];
    const runtime = createToolRuntime({ tools: [tool], onApproval: (request) => requests.push(request) > 0 });
    const result = await runtime.execute(call("a", "Save"));
    expect(result).toMatchObject({ status: "done", requestedName: "Save", toolName: "write" });
    expect(requests).toMatchObject([
      {
        callId: "a",
        toolName: "write",
        requestedName: "Save",
        kind: "edit",
        input: { text: "hello" },
        decision: { verdict: "ask", source: "kind" },
        preview: [{ type: "text", text: "+hello" }],
      },
    ]);
    expect(JSON.parse(JSON.stringify(requests[0]))).toEqual(requests[0]);
  });

  it.each<[string, unknown]>([
    ["false", false],
    ["undefined", undefined],
    ["a word", "yes"],
    ["an object that does not say approved: true", { approved: "true" }],
  ])("treats %s as a rejection", async (_title, answer) => {
    const { tool, execute } = writer();
    const runtime = createToolRuntime({ tools: [tool], onApproval: () => answer as never });
    const result = await runtime.execute(call());
    expect(result).toMatchObject({ status: "rejected-by-user", error: { errorCode: "rejected-by-user" } });
    expect(execute).not.toHaveBeenCalled();
  });

  it("tells the model the reason of a rejection", async () => {
    const { tool } = writer();
    const runtime = createToolRuntime({
      tools: [tool],
      onApproval: () => ({ approved: false, reason: "wrong file" }),
    });
    expect((await runtime.execute(call())).error?.message).toContain("wrong file");
  });

  it("treats an approver that throws as a rejection", async () => {
    const { tool, execute } = writer();
    const runtime = createToolRuntime({
      tools: [tool],
      onApproval: () => {
        throw new Error("window closed");
      },
    });
    const result = await runtime.execute(call());
    expect(result).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-failed" } });
    expect(execute).not.toHaveBeenCalled();
  });

  it("delays only the calls that conflict with one that waits for an answer", async () => {
    const { tool } = writer();
    const look = defineTool({
      name: "look",
      description: "Looks elsewhere.",
      kind: "read",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [{ key: "other", mode: "read" }] },
      execute: () => "seen",
    });
    const answer = deferred<boolean>();
    const runtime = createToolRuntime({
      tools: [tool, look],
      concurrency: { max: 1 },
      onApproval: () => answer.promise,
    });
    const ended = deferred<string>();
    runtime.on(({ type, callId }) => type === "tool-result" && ended.resolve(callId));
    const batch = runtime.executeBatch([call(), { id: "b", name: "look", input: {} }]);
    expect(await ended.promise).toBe("b");
    answer.resolve(true);
    expect((await batch).map(({ status }) => status)).toEqual(["done", "done"]);
  });

  it("ends an unanswered question with its run", async () => {
    const { tool } = writer();
    const controller = new AbortController();
    const runtime = createToolRuntime({ tools: [tool], onApproval: () => new Promise<boolean>(() => {}) });
    const batch = runtime.execute(call(), { signal: controller.signal });
    await settle();
    controller.abort();
    expect((await batch).status).toBe("cancelled");
    const again = createToolRuntime({ tools: [tool], onApproval: () => true });
    expect((await again.execute(call())).status).toBe("done");
  });

  it("remembers an approval for its session only", async () => {
    const { tool } = writer();
    const onApproval = vi.fn(
      () => ({ approved: true, remember: [{ tool: "write", verdict: "allow" }] }) as const,
    );
    const runtime = createToolRuntime({ tools: [tool], onApproval });
    await runtime.execute(call("a"));
    await runtime.execute(call("b"));
    expect(onApproval).toHaveBeenCalledTimes(1);
    await runtime.execute(call("c"), { session: runtime.session() });
    expect(onApproval).toHaveBeenCalledTimes(2);
  });

  it("runs nothing when the resources of the call changed before the approval", async () => {
    let target = "page-1";
    const execute = vi.fn(() => "sent");
    const tool = defineTool({
      name: "send",
      description: "Sends.",
      inputSchema: z.object({}),
      facts: () => ({ hosts: [target] }),
      execute,
    });
    const runtime = createToolRuntime({
      tools: [tool],
      onApproval: () => {
        target = "page-2";
        return true;
      },
    });
    const result = await runtime.execute({ id: "a", name: "send", input: {} });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "changed-since-approval" } });
    expect(execute).not.toHaveBeenCalled();
  });
});

describe("rules", () => {
  it("denies a call without asking, by any name of its tool", async () => {
    const { tool, execute } = writer();
    const onApproval = vi.fn(() => true);
    const runtime = createToolRuntime({
      tools: [tool],
      permissions: [{ tool: "Save", verdict: "deny", reason: "read-only day" }],
      onApproval,
    });
    for (const name of ["write", "Save", "WRITE"]) {
      const result = await runtime.execute(call("a", name));
      expect(result).toMatchObject({ status: "rejected-by-user", error: { errorCode: "permission-denied" } });
      expect(result.error?.message).toContain("read-only day");
    }
    expect(onApproval).not.toHaveBeenCalled();
    expect(execute).not.toHaveBeenCalled();
    expect(runtime.tools()).toEqual([]);
  });
});

describe("blocked on the user", () => {
  it("blocks a call with a plain JSON request that another runtime resumes", async () => {
    const first = createToolRuntime({ tools: [writer().tool] });
    const results = await first.executeBatch([call("a"), call("b")]);
    expect(results.map(({ status }) => status)).toEqual(["blocked-on-user", "blocked-on-user"]);
    const stored = JSON.parse(JSON.stringify(results));

    const { tool, execute } = writer();
    const second = createToolRuntime({ tools: [tool] });
    const resumed = await second.resume(stored, { a: true, b: { approved: false, reason: "not now" } });
    expect(resumed.map(({ callId, status }) => [callId, status])).toEqual([
      ["a", "done"],
      ["b", "rejected-by-user"],
    ]);
    expect(execute).toHaveBeenCalledTimes(1);
  });

  it("keeps a call blocked without an answer", async () => {
    const runtime = createToolRuntime({ tools: [writer().tool] });
    const results = await runtime.executeBatch([call("a")]);
    expect(await runtime.resume(results, {})).toEqual(results);
  });

  it("refuses an answer for another input", async () => {
    const { tool, execute } = writer();
    const runtime = createToolRuntime({ tools: [tool] });
    const [blocked] = JSON.parse(JSON.stringify(await runtime.executeBatch([call("a")])));
    blocked.approval.requestedInput.text = "something else";
    const [result] = await runtime.resume([blocked], { a: true });
    expect(result).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-mismatch" } });
    expect(execute).not.toHaveBeenCalled();
  });

  it("judges a resumed call again and denies it by a new rule", async () => {
    const results = await createToolRuntime({ tools: [writer().tool] }).executeBatch([call("a")]);
    const { tool, execute } = writer();
    const strict = createToolRuntime({ tools: [tool], permissions: [{ kind: "edit", verdict: "deny" }] });
    expect((await strict.resume(results, { a: true }))[0]).toMatchObject({
      status: "rejected-by-user",
      error: { errorCode: "permission-denied" },
    });
    expect(execute).not.toHaveBeenCalled();
  });
});

describe("plan", () => {
  it("plans order, conflicts with their reason and questions, and runs nothing", async () => {
    const { tool, execute } = writer();
    const runtime = createToolRuntime({ tools: [tool] });
    const plan = await runtime.plan([call("a"), call("b"), { id: "c", name: "nope", input: {} }]);
    expect(plan.calls).toMatchObject([
      { callId: "a", toolName: "write", decision: { verdict: "ask" }, waitsFor: [] },
      { callId: "b", decision: { verdict: "ask" }, waitsFor: ["a"] },
      { callId: "c", error: { errorCode: "unknown-tool" }, waitsFor: [] },
    ]);
    expect(plan.batches).toEqual([["a"], ["b"]]);
    expect(plan.conflicts).toMatchObject([{ earlier: "a", later: "b", key: "page" }]);
    expect(execute).not.toHaveBeenCalled();
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });
});

describe("invoke", () => {
  it("returns the output of a typed call", async () => {
    const add = defineTool({
      name: "add",
      description: "Adds.",
      kind: "think",
      inputSchema: z.object({ a: z.number(), b: z.number().default(1) }),
      execute: ({ a, b }) => a + b,
    });
    const runtime = createToolRuntime({ tools: [add] });
    const sum: number = await runtime.invoke("add", { a: 2 });
    expect(sum).toBe(3);
    // @ts-expect-error the compiler knows the tool's parameters
    await expect(runtime.invoke("add", { a: "two" })).rejects.toThrow(/add/);
    // @ts-expect-error and which tools there are
    await expect(runtime.invoke("subtract", {})).rejects.toMatchObject({ code: "unknown-tool" });
  });
});
