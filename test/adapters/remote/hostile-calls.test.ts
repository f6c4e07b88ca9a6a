import { describe, expect, it } from "vitest";
import { type Connector, remoteBackend } from "../../../src/adapters/remote/index.js";
import { encodeFrame } from "../../../src/backends/remote/wire/index.js";
import { createToolRuntime, type ToolRuntimeOptions } from "../../../src/index.js";
import { hostile } from "../../backends/remote/hostile-worker.js";

type Head = Readonly<Record<string, unknown>>;
type Send = (head: Head) => void;

const DONE = { result: { status: "done", content: [{ type: "text", text: "ok" }], result: "ok" } };

/** Runs Read over a worker that answers `calls.run` as a function decides. */
async function readOver(
  answer: (call: Head, send: Send) => void,
  options: Omit<ToolRuntimeOptions, "backend"> = {},
) {
  const connect: Connector = hostile((call, write) => {
    const send: Send = (head) => write(encodeFrame({ id: call.id, ...head }));
    if (call.method === "calls.run") answer(call, send);
    else send({ type: "result", value: {} });
  });
  const backend = await remoteBackend({ connect });
  const runtime = createToolRuntime({ cwd: "/w", permissions: "allow-all", ...options, backend });
  try {
    return await runtime.execute({ id: "1", name: "Read", input: { path: "a.txt" } });
  } finally {
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
  }
}

describe("a call on a hostile worker", () => {
  it("receives an honest answer (control)", async () => {
    expect(await readOver((_, send) => send({ type: "result", value: DONE }))).toMatchObject({
      status: "done",
    });
  });

  it.each<[string, unknown]>([
    ["no object", 7],
    ["nothing", {}],
    ["a status of another protocol", { result: { status: "fine", content: [] } }],
    ["a question to the user", { result: { status: "blocked-on-user", content: [] } }],
    ["content that is not a list", { result: { status: "done", content: "text" } }],
    ["outputs that are not paths", { ...DONE, outputs: [7] }],
  ])("fails when the result is %s", async (_, value) => {
    const result = await readOver((__, send) => send({ type: "result", value }));
    expect(result.status).toBe("error");
  });

  it("ends with an error when the worker asks for another judgement each time", async () => {
    const result = await readOver((_, send) => send({ type: "result", value: { judge: true } }));
    expect(result.status).toBe("error");
  });

  it("keeps a limited number of changed files, however many the worker names", async () => {
    const result = await readOver((_, send) => {
      for (let index = 0; index < 20_000; index += 1)
        send({
          type: "event",
          name: "news",
          value: { type: "change", change: { path: `/w/${index}`, type: "update" } },
        });
      send({ type: "result", value: DONE });
    });
    expect(result.status).toBe("done");
    expect(result.trackFiles?.length ?? 0).toBeLessThanOrEqual(10_000);
  });

  it("asks the user a limited number of questions", async () => {
    let asked = 0;
    const result = await readOver(
      (_, send) => {
        for (let index = 0; index < 500; index += 1)
          send({
            type: "event",
            name: "news",
            value: { type: "question", id: `${index}`, question: { reason: "again" } },
          });
        send({ type: "result", value: DONE });
      },
      {
        onApproval: () => {
          asked += 1;
          return true;
        },
      },
    );
    expect(result.status).toBe("done");
    expect(asked).toBeLessThanOrEqual(100);
  });

  it("passes a limited number of updates and logs to listeners, and no more of a text than a worker sends", async () => {
    const told: { readonly type: string; readonly characters: number }[] = [];
    const connect: Connector = hostile((call, write) => {
      if (call.method === "calls.run") {
        const news = [
          { type: "progress", update: { output: "x".repeat(1_000_000), hidden: "y" } },
          { type: "log", text: "z".repeat(1_000_000) },
        ];
        for (let index = 0; index < 5_000; index += 1) {
          const value = news[index] ?? { type: "progress", update: { completed: index } };
          write(encodeFrame({ type: "event", id: call.id, name: "news", value }));
        }
      }
      write(encodeFrame({ type: "result", id: call.id, value: call.method === "calls.run" ? DONE : {} }));
    });
    const backend = await remoteBackend({ connect });
    const runtime = createToolRuntime({
      ...{ cwd: "/w", permissions: "allow-all", backend },
      onEvent: (event) => {
        if (event.type === "tool-progress")
          told.push({ type: "progress", characters: JSON.stringify(event.update).length });
        if (event.type === "tool-log") told.push({ type: "log", characters: event.message.length });
      },
    });
    const result = await runtime.execute({ id: "1", name: "Read", input: { path: "a.txt" } });
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
    expect(result.status).toBe("done");
    expect(told.slice(0, 2)).toEqual([
      { type: "progress", characters: JSON.stringify({ output: "x".repeat(65_536) }).length },
      { type: "log", characters: 65_536 },
    ]);
    // A busy machine may need several seconds, each with a thousand.
    expect(told.length).toBeGreaterThanOrEqual(1_000);
    expect(told.length).toBeLessThan(5_000);
  });

  it("ends in time although its worker sends updates endlessly", async () => {
    const timers = new Set<ReturnType<typeof setInterval>>();
    const connect: Connector = hostile((call, write) => {
      if (call.method !== "calls.run") return write(encodeFrame({ type: "result", id: call.id, value: {} }));
      const value = { type: "progress", update: { message: "still at it" } };
      timers.add(
        setInterval(() => write(encodeFrame({ type: "event", id: call.id, name: "news", value })), 1),
      );
    });
    const backend = await remoteBackend({ connect });
    const runtime = createToolRuntime({
      ...{ cwd: "/w", permissions: "allow-all", backend, timeoutMs: 10_000, maxTotalTimeoutMs: 200 },
    });
    const result = await runtime.execute({ id: "1", name: "Read", input: { path: "a.txt" } });
    for (const timer of timers) clearInterval(timer);
    expect(result.error?.errorCode).toBe("timeout");
    await runtime[Symbol.asyncDispose]();
    await backend.dispose();
  });

  it.each<[string, unknown]>([
    ["of an unknown type", { type: "run", command: "id" }],
    ["that is no object", "progress"],
    ["with a change of no path", { type: "change", change: { path: 7 } }],
    ["with a question without a reason", { type: "question", id: "1", question: {} }],
  ])("ignores news %s", async (_, value) => {
    const result = await readOver((__, send) => {
      send({ type: "event", name: "news", value });
      send({ type: "result", value: DONE });
    });
    expect(result.status).toBe("done");
  });

  it("sends the worker nothing of this process but the call, the rules and the session", async () => {
    process.env.COLLET_TEST_SECRET = "hush-hush";
    const frames: unknown[] = [];
    try {
      await readOver((call, send) => {
        frames.push(call);
        send({ type: "result", value: DONE });
      });
    } finally {
      delete process.env.COLLET_TEST_SECRET;
    }
    expect(frames).toHaveLength(1);
    expect(JSON.stringify(frames)).not.toContain("hush-hush");
    expect(Object.keys((frames[0] as { args: object }).args).sort()).toEqual([
      "call",
      "expected",
      "request",
      "runtime",
      "session",
      "shown",
    ]);
  });
});
