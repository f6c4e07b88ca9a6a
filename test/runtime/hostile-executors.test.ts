import { describe, expect, it } from "vitest";
import { ignoreRejection } from "../../src/contract/index.js";
import type { ExecutionContext, Executor, ToolResult } from "../../src/core.js";
import {
  advanceUntilEnd,
  createToolRuntime as createRuntime,
  deferred,
  defineTool,
  echoTool,
  manualClock,
  settle,
  z,
} from "./fixtures.js";
import { cyclic, RETURNED, revokedProxy, THROWN, throwingGetters } from "./hostile-values.js";
import { expectWellFormed, watchProcess } from "./well-formed.js";

/** Runs three calls; a hostile executor carries out the second. */
const CALLS = ["1", "2", "3"].map((id) => ({ id, name: "echo", input: { text: id } }));

async function runWith(run: Executor["run"]): Promise<readonly ToolResult[]> {
  const watched = watchProcess();
  const runtime = createRuntime({
    tools: [echoTool],
    permissions: "allow-all",
    executor: { run: (call, context, here) => (call.id === "2" ? run(call, context, here) : here()) },
  });
  const results = await runtime.executeBatch(CALLS);
  expectWellFormed(CALLS, results);
  expect([results[0]?.status, results[2]?.status]).toEqual(["done", "done"]);
  await watched.none();
  return results;
}

const good = {
  status: "done",
  result: "x",
  content: [{ type: "text", text: "x" }],
  callId: "2",
  toolName: "echo",
  requestedName: "echo",
  timing: { queuedAt: 0, endedAt: 0, durationMs: 0 },
};

const question = {
  status: "blocked-on-user",
  error: { message: "m", errorCode: "c" },
  approval: { callId: "2", toolName: "echo", requestedName: "echo", sessionId: "s", digest: "d" },
};

describe("executors", () => {
  it.each(Object.entries(THROWN))(
    "an executor that throws %s fails its own call, by name",
    async (_name, make) => {
      const [, second] = await runWith(() => {
        throw make();
      });
      expect(second).toMatchObject({
        status: "error",
        error: { message: expect.stringMatching(/executor/) },
      });
    },
  );

  it.each(Object.entries(THROWN))(
    "an executor that rejects with %s fails its own call, by name",
    async (_name, make) => {
      const [, second] = await runWith(() => Promise.reject(make()));
      expect(second).toMatchObject({
        status: "error",
        error: { message: expect.stringMatching(/executor/) },
      });
    },
  );

  it.each(Object.entries(RETURNED))(
    "an executor that returns %s fails its own call, by name",
    async (_name, make) => {
      const [, second] = await runWith(() => make() as Promise<ToolResult>);
      expect(second).toMatchObject({
        status: "error",
        error: { message: expect.stringMatching(/executor/) },
      });
    },
  );

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["an unknown status", { status: "finished" }, "status must be one of"],
    ["a status that has not ended", { status: "in-progress" }, "status must be one of"],
    ["no content", { content: undefined }, "content must be a list"],
    ["content of other things", { content: [5] }, "content[0] must be a content part"],
    ["a part of an unknown type", { content: [{ type: "video" }] }, "content[0].type must be"],
    [
      "a text part without a text",
      { content: [{ type: "text", text: 5 }] },
      "content[0].text must be a string",
    ],
    [
      "a JSON part that is no JSON",
      { content: [{ type: "json", value: 1n }] },
      "content[0].value must be JSON",
    ],
    ["an image without data", { content: [{ type: "image", mediaType: "image/png" }] }, "content[0].data"],
    ["changed files that are a number", { trackFiles: 5 }, "trackFiles must be a list of paths"],
    ["changed files that are no paths", { trackFiles: ["/a", null] }, "trackFiles[1] must be a path"],
    ["metadata that is a list", { metadata: [] }, "metadata must be an object"],
    ["metadata whose getters throw", { metadata: throwingGetters(), status: "x" }, "status must be one of"],
    ["metadata with a bigint", { metadata: { count: 7n } }, "metadata must be JSON"],
    ["metadata that contains itself", { metadata: { inner: cyclic() } }, "metadata must be JSON"],
    [
      "a question with a bigint",
      { ...question, approval: { ...question.approval, count: 7n } },
      "approval must be JSON",
    ],
    ["a result that is a revoked function", { result: revokedProxy(() => 1) }, "result must be JSON"],
    ["a truncation without numbers", { truncation: { omittedBytes: "1" } }, "truncation.omittedBytes"],
    ["a result that is a bigint", { result: 7n }, "result must be JSON"],
    [
      "a long result with a bigint",
      { result: [...Array.from({ length: 50_000 }, () => 1), 7n] },
      "result must be JSON",
    ],
    ["an error without a message", { status: "error", error: { errorCode: "x" } }, "error.message"],
    ["a failure without an error", { status: "cancelled" }, "error must be an object"],
    [
      "a question that is none",
      { status: "blocked-on-user", error: { message: "m", errorCode: "c" } },
      "approval",
    ],
  ])(
    "an executor that resolves with %s fails its own call and names the field",
    async (_name, broken, problem) => {
      const [, second] = await runWith(() => Promise.resolve({ ...good, ...broken } as never));
      expect(second).toMatchObject({ status: "error", error: { errorCode: "invalid-output" } });
      expect(second?.error?.message).toContain("The executor returned a result that cannot be used");
      expect(second?.error?.message).toContain(problem);
    },
  );

  it.each(["content", "result", "error", "approval", "trackFiles", "metadata", "truncation", "timing"])(
    "an executor may put a promise that rejects into %s, and the process does not end",
    async (field) => {
      for (const status of ["done", "error", "blocked-on-user"]) {
        // Detects unhandled rejections itself.
        await runWith(() => Promise.resolve({ ...good, status, [field]: rejecting() } as never));
      }
    },
  );

  it("survives an executor that passes rejecting promises to its context", async () => {
    const [, second] = await runWith(async (_call, context) => {
      const { progress, log, note, noteTruncation, changed, onStop, ask } = context;
      for (const take of [progress, log, note, noteTruncation, changed, onStop, ask]) {
        try {
          ignoreRejection(take(rejecting() as never));
        } catch {
          // Services that need an object refuse it.
        }
      }
      return good as never;
    });
    expect(second).toMatchObject({ callId: "2" });
  });

  it("keeps ids, names, times and decision that an executor changes", async () => {
    const [, second] = await runWith((call) => {
      Object.assign(call, { id: "9", requestedName: "other" });
      const timing = { queuedAt: "x", endedAt: null, durationMs: -1 };
      const decision = { verdict: "deny" };
      return Promise.resolve({
        ...good,
        callId: "1",
        toolName: "x",
        requestedName: 7,
        timing,
        decision,
        extra: 1,
      } as never);
    });
    expect(second).toMatchObject({ status: "done", toolName: "echo", decision: { verdict: "allow" } });
    expect(second).not.toHaveProperty("extra");
  });

  it.each(["message", "errorCode"])("reads the %s of an executor's failure once", async (name) => {
    let reads = 0;
    const fields = { message: "the machine is off", errorCode: "machine-off" };
    const error = Object.defineProperty({ ...fields }, name, {
      enumerable: true,
      get: () => {
        reads += 1;
        return reads === 1 ? fields[name as keyof typeof fields] : Symbol("later");
      },
    });
    const [, second] = await runWith(() => Promise.resolve({ ...good, status: "error", error } as never));
    expect(second).toMatchObject({ status: "error", error: fields });
  });

  it.each(["message", "errorCode", "absolutePath", "outcomes"])(
    "names the executor as the cause if the getter of the %s of its failure throws",
    async (name) => {
      const error = Object.defineProperty({ message: "m", errorCode: "c" }, name, {
        enumerable: true,
        get: () => {
          throw new Error("no");
        },
      });
      const [, second] = await runWith(() => Promise.resolve({ ...good, status: "error", error } as never));
      expect(second).toMatchObject({
        status: "error",
        error: { errorCode: "invalid-output", message: expect.stringMatching(/executor.*cannot be read/) },
      });
    },
  );

  it("accepts a valid result of an executor and reads its getter once", async () => {
    let reads = 0;
    const [, second] = await runWith(() =>
      Promise.resolve({
        ...good,
        trackFiles: ["/a"],
        metadata: { host: "w1" },
        get status() {
          reads += 1;
          return reads === 1 ? "done" : "garbage";
        },
      } as never),
    );
    expect(second).toMatchObject({
      status: "done",
      result: "x",
      trackFiles: ["/a"],
      metadata: { host: "w1" },
    });
  });

  it("reports an executor that carries a call out twice, and runs the tool once", async () => {
    const [, second] = await runWith(async (_call, _context, here) => {
      await here();
      return here();
    });
    expect(second?.error?.message).toBe("The executor carried the call out in this process twice.");
  });

  it("accepts an executor that answers without waiting for a tool that later fails", async () => {
    const [, second] = await runWith((_call, _context, here) => {
      void here();
      void here();
      return Promise.resolve(good as never);
    });
    expect(second).toMatchObject({ status: "done" });
  });

  it("ignores an executor that reports or starts the tool after the end", async () => {
    let late: ExecutionContext | undefined;
    let lateHere: (() => Promise<ToolResult>) | undefined;
    const watched = watchProcess();
    const events: string[] = [];
    const runtime = createRuntime({
      tools: [echoTool],
      permissions: "allow-all",
      onEvent: ({ type }) => events.push(type),
      executor: {
        run(_call, context, here) {
          [late, lateHere] = [context, here];
          return Promise.resolve(good as never);
        },
      },
    });
    const result = await runtime.execute({ id: "2", name: "echo", input: { text: "x" } });
    const before = events.length;
    late?.progress({ message: "late" });
    late?.log("late");
    late?.note({ late: true });
    late?.changed({ type: "update", path: "/late" });
    await expect(late?.ask({ reason: "late" })).rejects.toMatchObject({ code: "cancelled" });
    await expect(lateHere?.()).rejects.toThrow("The call has ended");
    void lateHere?.();
    await watched.none();
    expect(events.length).toBe(before);
    expect(result).not.toHaveProperty("trackFiles");
    expect(result.metadata).toBeUndefined();
  });

  it.each(Object.entries(RETURNED))(
    "an executor that reports %s as a change is refused",
    async (_name, make) => {
      const value = make();
      ignoreRejection(value);
      const [, second] = await runWith(async (_call, context) => {
        context.changed(value as never);
        return good as never;
      });
      expect(second).toMatchObject({
        status: "error",
        error: { message: expect.stringMatching(/executor/) },
      });
      expect(second).not.toHaveProperty("trackFiles");
    },
  );

  it("a stop listener that is added after the stop and throws changes nothing, and one that is not a function is refused", async () => {
    const watched = watchProcess();
    const refused: unknown[] = [];
    const runtime = createRuntime({
      tools: [echoTool],
      permissions: "allow-all",
      executor: {
        run: (_call, context) =>
          new Promise((resolve) => {
            context.onStop(() => {
              context.onStop(() => {
                throw new Error("late listener");
              });
              try {
                context.onStop(5 as never);
              } catch (thrown) {
                refused.push(thrown);
              }
              resolve({ status: "done", content: [{ type: "text", text: "done" }] } as never);
            });
            queueMicrotask(abort);
          }),
      },
    });
    const { signal, abort } = abortable();
    const results = await runtime.executeBatch([{ id: "1", name: "echo", input: { text: "x" } }], { signal });
    expect(results).toMatchObject([{ status: "cancelled" }]);
    expect(refused).toMatchObject([{ message: "onStop() expects a function, but it got a number (5)." }]);
    await watched.none();
  });

  it.each(Object.entries(THROWN))(
    "an executor whose stop listeners throw %s does not keep a call from its end",
    async (_name, make) => {
      const watched = watchProcess();
      const clock = manualClock();
      const started = deferred();
      const runtime = createRuntime({
        tools: [echoTool],
        permissions: "allow-all",
        clock,
        executor: {
          run(_call, context) {
            context.onStop(() => {
              throw make();
            });
            context.onStop((async () => {
              throw make();
            }) as () => void);
            context.signal.addEventListener("abort", () => {
              throw make();
            });
            context.signal.addEventListener("abort", async () => {
              throw make();
            });
            context.signal.onabort = () => {
              throw make();
            };
            started.resolve();
            return new Promise(() => {});
          },
        },
      });
      const call = { id: "1", name: "echo", input: { text: "x" } };
      const { signal, abort } = abortable();
      const running = runtime.executeBatch([call], { signal });
      await started.promise;
      abort();
      const results = await advanceUntilEnd(clock, running);
      expectWellFormed([call], results);
      expect(results).toMatchObject([{ status: "cancelled", metadata: { abandoned: true } }]);
      await watched.none();
    },
  );
});

function rejecting(): Promise<never> {
  return Promise.reject(new Error("later"));
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe("a call that is cancelled while its tool runs", () => {
  it("lists the changed files of a cancelled call and that its tool returned", async () => {
    const started = deferred();
    const goOn = deferred();
    const runtime = createRuntime({
      tools: [echoTool],
      permissions: "allow-all",
      executor: {
        async run(_call, context) {
          void context.signal;
          started.resolve();
          await goOn.promise;
          context.changed({ type: "update", path: "/w/a.txt" });
          return good as never;
        },
      },
    });
    const { signal, abort } = abortable();
    const running = runtime.execute({ id: "2", name: "echo", input: { text: "x" } }, { signal });
    await started.promise;
    abort();
    goOn.resolve();
    expect(await running).toMatchObject({
      status: "cancelled",
      result: "x",
      trackFiles: ["/w/a.txt"],
      error: {
        message:
          "The call was cancelled while it ran. Its tool returned after that; its output follows. It had changed this file, and the change was not undone: /w/a.txt.",
      },
    });
  });
});

describe("a file operation of the backend that never settles", () => {
  it("returns a cancelled call after a bounded wait for an operation that never settles", async () => {
    const clock = manualClock();
    const started = deferred();
    const tool = defineTool({
      name: "hangs",
      description: "Waits for a service that hangs.",
      kind: "think",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [] },
      async execute(_input, { threads }) {
        started.resolve();
        await threads.read("x", { project: "/" });
      },
    });
    const hang = () => new Promise<never>(() => {});
    const runtime = createRuntime({
      tools: [tool],
      permissions: "allow-all",
      clock,
      threads: { append: hang, read: hang, find: hang } as never,
    });
    const { signal, abort } = abortable();
    const running = runtime.execute({ id: "1", name: "hangs", input: {} }, { signal });
    await started.promise;
    abort();
    await clock.advance(60_000);
    await settle();
    expect(await running).toMatchObject({ status: "cancelled" });
  });
});
