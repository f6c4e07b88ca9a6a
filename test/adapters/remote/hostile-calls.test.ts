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
