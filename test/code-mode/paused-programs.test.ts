import { describe, expect, it } from "vitest";
import type { ToolResult } from "../../src/core.js";
import { createProgramHost, textOf } from "./program-host.js";

const PROGRAM = `
  text("start");
  await tools.set({ name: "a", value: 1 });
  const [got, sum] = await Promise.all([tools.get({ name: "a" }), tools.add({ name: "a", value: 10 })]);
  const more = await tools.add({ name: "a", value: 100 }).catch(({ code }) => code);
  text(got, sum, more);
  return Math.random() + Date.now()`;

/** Returns a result as another process reads it from a store. */
function stored(result: ToolResult | undefined): ToolResult {
  return JSON.parse(JSON.stringify(result)) as ToolResult;
}

describe("a program that waits for the user", () => {
  it("returns a blocked result as plain JSON with the waiting call, after everything else has run", async () => {
    await using host = createProgramHost();
    const blocked = await host.run(PROGRAM);
    expect(blocked.status).toBe("blocked-on-user");
    expect(blocked.calls).toMatchObject([{ toolName: "add", callId: "p1/3", status: "blocked-on-user" }]);
    expect(blocked).toMatchObject({ approval: { toolName: "add", input: { name: "a", value: 10 } } });
    expect(host.executed).toEqual(["set a", "get a"]);
    expect(textOf(blocked)).toContain("waits for the user's approval of 1 call");
  });

  it("continues without repeating a finished call, pauses again and ends", async () => {
    await using host = createProgramHost();
    const first = stored(await host.run(PROGRAM));
    const second = stored((await host.runtime.resume([first], { "p1/3": true }))[0]);
    expect(second).toMatchObject({ status: "blocked-on-user", calls: [{ callId: "p1/4" }] });
    expect(host.executed).toEqual(["set a", "get a", "add a"]);
    const [done] = await host.runtime.resume([second], { "p1/4": false });
    expect(done?.status).toBe("done");
    expect(textOf(done as ToolResult)).toMatch(/^start\n1 11 rejected-by-user\n/);
    expect(host.executed).toEqual(["set a", "get a", "add a"]);
    expect(host.values.get("a")).toBe(11);
  });

  it("continues in a runtime of another process that shares the secret", async () => {
    const values = new Map<string, number>();
    const key = crypto.getRandomValues(new Uint8Array(32));
    const spent = new Set<string>();
    const approvals = {
      key: async () => key,
      spend: async (id: string) => !spent.has(id) && spent.add(id) !== undefined,
    };
    let blocked: ToolResult;
    {
      await using host = createProgramHost({ values, approvals });
      blocked = stored(await host.run(PROGRAM));
    }
    await using other = createProgramHost({ values, approvals });
    const [next] = await other.runtime.resume([blocked], { "p1/3": true });
    const [done] = await other.runtime.resume([stored(next)], { "p1/4": true });
    expect(textOf(done as ToolResult)).toContain("1 11 111");
    expect(other.executed).toEqual(["add a", "add a"]);
    expect(values.get("a")).toBe(111);
  });

  it("asks for several calls at once and continues those with an answer", async () => {
    await using host = createProgramHost();
    const code = `return await Promise.all(["a", "b"].map((name) => tools.add({ name, value: 1 })))`;
    const blocked = stored(await host.run(code));
    expect(blocked.calls?.map(({ callId }) => callId)).toEqual(["p1/1", "p1/2"]);
    const half = stored((await host.runtime.resume([blocked], { "p1/2": true }))[0]);
    expect(half.calls?.map(({ callId }) => callId)).toEqual(["p1/1"]);
    expect(host.executed).toEqual(["add b"]);
    const [done] = await host.runtime.resume([half], { "p1/1": true });
    expect(done).toMatchObject({ status: "done", result: { value: [1, 1] } });
    expect(host.executed).toEqual(["add b", "add a"]);
  });

  it("lists its waiting calls in their order, although a later one asks first", async () => {
    let release: (() => void) | undefined;
    const later = new Promise<void>((resolve) => {
      release = resolve;
    });
    await using host = createProgramHost({
      middleware: [
        async (call, next) => {
          if ((call.input as { name: string }).name === "a") await later;
          const result = await next();
          if (call.tool.name === "add") release?.();
          return result;
        },
      ],
    });
    const code = `return await Promise.all(["a", "b"].map((name) => tools.add({ name, value: 1 })))`;
    const blocked = stored(await host.run(code));
    expect(blocked.calls?.map(({ callId }) => callId)).toEqual(["p1/1", "p1/2"]);
  });

  it("can be continued once: the second answer changes nothing", async () => {
    await using host = createProgramHost();
    const blocked = stored(await host.run("await tools.add({ name: 'a', value: 1 })"));
    const [done] = await host.runtime.resume([blocked], { "p1/1": true });
    expect(done?.status).toBe("done");
    const [again] = await host.runtime.resume([blocked], { "p1/1": true });
    expect(again).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-mismatch" } });
    expect(host.executed).toEqual(["add a"]);
  });

  it("refuses an altered log", async () => {
    await using host = createProgramHost();
    const text = JSON.stringify(
      await host.run("text(await tools.get({ name: 'a' }));\nawait tools.add({ name: 'a', value: 1 })"),
    );
    const forged = JSON.parse(
      text.replace('"outcome":{"ok":true,"value":0}', '"outcome":{"ok":true,"value":9}'),
    ) as ToolResult;
    expect(JSON.stringify(forged)).not.toBe(text);
    expect((await host.runtime.resume([forged], { "p1/2": true }))[0]).toMatchObject({
      status: "rejected-by-user",
    });
    expect(host.executed).toEqual(["get a"]);
  });

  it("ends when it does not repeat itself, without making a call", async () => {
    await using host = createProgramHost();
    const code = "await tools.add({ name: globalThis.name ?? 'a', value: 1 })";
    const blocked = await host.run(code);
    // The host changes the program: only a test can do so, because the result is sealed.
    await using other = createProgramHost({ codeMode: { engine: divergingEngine() } });
    const sealed = await other.run(code);
    expect(blocked.status).toBe("blocked-on-user");
    const [ended] = await other.runtime.resume([sealed], { "p1/1": true });
    expect(ended).toMatchObject({ status: "error", error: { errorCode: "program-diverged" } });
    expect(other.executed).toEqual([]);
  });
});

/** An engine in this process whose program calls another name in each run. */
function divergingEngine() {
  let runs = 0;
  return {
    async run(_program: unknown, host: { submit(text: string): void; next(): Promise<string> }) {
      runs += 1;
      host.submit(
        JSON.stringify([{ type: "call", n: 1, name: "add", input: { name: `n${runs}`, value: 1 } }]),
      );
      for (;;) if (JSON.parse(await host.next()).end === true) return { type: "aborted" as const };
    },
  };
}
