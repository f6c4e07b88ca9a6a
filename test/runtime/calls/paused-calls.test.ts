import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import {
  type AnyTool,
  createToolRuntime,
  defineTool,
  jsonSchema,
  type Middleware,
  PausedCall,
  type ToolResult,
  type ToolRuntime,
} from "../../../src/core.js";

const open: ToolRuntime[] = [];
afterEach(async () => {
  for (const runtime of open.splice(0)) await runtime[Symbol.asyncDispose]();
});

interface State {
  readonly done: readonly string[];
}

/** Creates a runtime with a tool that writes two words, of which the second needs an approval. */
function createHost(extra: readonly AnyTool[] = [], middleware: readonly Middleware[] = []) {
  const written: string[] = [];
  const write = defineTool({
    name: "write_word",
    description: "Writes a word.",
    kind: "edit",
    inputSchema: z.object({ word: z.string() }),
    execute: ({ word }) => {
      written.push(word);
      return word;
    },
  });
  const both = defineTool({
    name: "write_both",
    description: "Writes two words.",
    kind: "think",
    inputSchema: jsonSchema({ type: "object", properties: {} }),
    execute: async (_input, context) => {
      const { resumed } = context;
      if (resumed !== undefined) {
        const [result] = await runtime.resume(resumed.calls, resumed.answers, { within: context });
        return [...(resumed.state as State).done, result?.status ?? "lost"].join(" ");
      }
      const first = await runtime.execute(
        { id: "in/1", name: "write_word", input: { word: "one" } },
        { within: context },
      );
      const second = await runtime.execute(
        { id: "in/2", name: "write_word", input: { word: "two" } },
        { within: context },
      );
      if (second.status === "blocked-on-user") throw new PausedCall([second], { done: [first.status] });
      return "no pause";
    },
  });
  const runtime: ToolRuntime = createToolRuntime({
    tools: [write, both, ...extra],
    permissions: { rules: [{ tool: "write_word", verdict: "ask" }] },
    middleware,
  });
  open.push(runtime);
  return { runtime, written };
}

const CALL = { id: "c1", name: "write_both", input: {} };

describe("a paused call", () => {
  it("returns a blocked result with the waiting calls as plain JSON and continues once with the answer", async () => {
    const { runtime, written } = createHost();
    const blocked = await runtime.execute(CALL);
    expect(blocked.status).toBe("blocked-on-user");
    expect(blocked.calls?.map(({ callId }) => callId)).toEqual(["in/2"]);
    const stored = JSON.parse(JSON.stringify(blocked)) as ToolResult;
    const [done] = await runtime.resume([stored], { "in/2": true });
    expect(done).toMatchObject({ callId: "c1", status: "done", result: "blocked-on-user done" });
    expect(written).toEqual(["two"]);
    const [again] = await runtime.resume([stored], { "in/2": true });
    expect(again).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-mismatch" } });
    expect(written).toEqual(["two"]);
  });

  it("takes an answer under its own id for its first waiting call", async () => {
    const { runtime, written } = createHost();
    const blocked = await runtime.execute(CALL);
    const [done] = await runtime.resume([blocked], { c1: false });
    expect(done).toMatchObject({ status: "done", result: "blocked-on-user rejected-by-user" });
    expect(written).toEqual([]);
  });

  it("stays blocked without an answer", async () => {
    const { runtime } = createHost();
    const blocked = await runtime.execute(CALL);
    expect(await runtime.resume([blocked], { other: true })).toEqual([blocked]);
  });

  it.each([
    ["state", (paused: Record<string, unknown>) => ({ ...paused, state: { done: ["forged"] } })],
    ["input", (paused: Record<string, unknown>) => ({ ...paused, input: { forged: true } })],
  ])("a paused call is refused when its stored %s was altered", async (_name, forge) => {
    const { runtime, written } = createHost();
    const blocked = (await runtime.execute(CALL)) as ToolResult & { paused: Record<string, unknown> };
    const [refused] = await runtime.resume([{ ...blocked, paused: forge(blocked.paused) } as ToolResult], {
      c1: true,
    });
    expect(refused).toMatchObject({ status: "rejected-by-user", error: { errorCode: "approval-mismatch" } });
    expect(written).toEqual([]);
  });

  it("keeps its pause through middleware that rebuilds the result", async () => {
    const { runtime, written } = createHost([], [async (_call, next) => ({ ...(await next()) })]);
    const blocked = await runtime.execute(CALL);
    const [done] = await runtime.resume([blocked], { c1: true });
    expect(done).toMatchObject({ status: "done" });
    expect(written).toEqual(["two"]);
  });
});

describe("the truncation of a run", () => {
  it("replaces the limits of a tool and of the runtime", async () => {
    const long = defineTool({
      name: "long",
      description: "Returns a long text.",
      kind: "read",
      truncation: { maxBytes: 100 },
      inputSchema: z.object({}),
      execute: () => "line\n".repeat(1_000),
    });
    const { runtime } = createHost([long]);
    const call = { id: "1", name: "long", input: {} };
    const cut = await runtime.execute(call);
    expect(cut.truncation).toBeDefined();
    const whole = await runtime.execute(call, { truncation: false });
    expect(whole).toMatchObject({ status: "done", result: "line\n".repeat(1_000) });
    expect(whole.truncation).toBeUndefined();
  });
});
