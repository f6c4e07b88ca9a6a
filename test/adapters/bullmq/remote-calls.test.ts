import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { bullmqExecutor, serveWorker } from "../../../src/adapters/bullmq/index.js";
import {
  type ApprovalRequest,
  createToolRuntime,
  defineTool,
  localBackend,
  type ToolEvent,
} from "../../../src/index.js";
import { TestFleet, temporaryFolder } from "./fleet.js";
import { describeWithRedis, useRedis } from "./redis-server.js";

const talk = defineTool({
  name: "talk",
  description: "Says what a tool can say.",
  kind: "execute",
  inputSchema: z.object({ path: z.string(), text: z.string() }),
  async execute({ path, text }, context) {
    context.progress({ message: "half way", completed: 1, total: 2 });
    context.log("a line");
    await context.files.writeText(path, text);
    context.note({ noted: text });
    return { said: text };
  },
  render: ({ said }) => said,
});

const questioner = defineTool({
  name: "questioner",
  description: "Asks while it runs.",
  kind: "think",
  inputSchema: z.object({}),
  execute: async (_input, { ask }) => ((await ask({ reason: "May I go on?" })) ? "yes" : "no"),
});

const sleeper = defineTool({
  name: "sleeper",
  description: "Waits until it is stopped.",
  kind: "execute",
  inputSchema: z.object({ beats: z.number() }),
  async execute({ beats }, { signal, progress }) {
    for (let beat = 0; beat < beats && !signal.aborted; beat += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      progress({ completed: beat });
    }
    return signal.aborted ? "stopped" : "slept";
  },
});

const silent = defineTool({
  name: "silent",
  description: "Waits without a word until it is stopped.",
  kind: "execute",
  inputSchema: z.object({}),
  execute: (_input, { signal }) =>
    new Promise<string>((resolve) => {
      signal.addEventListener("abort", () => resolve("stopped"));
    }),
});

const everything = { isRemote: () => true };

const redis = useRedis();

describeWithRedis("a call on a worker", () => {
  it.concurrent("changes the worker's files, and all its messages arrive at the host in order", async ({
    expect,
    onTestFinished,
  }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker({ rules: { tools: [talk] } });
    const events: ToolEvent[] = [];
    const host = fleet.host({
      tools: [talk],
      executor: fleet.executor(everything),
      onEvent: (event) => events.push(event),
    });
    const result = await host.execute({ id: "1", name: "talk", input: { path: "a.txt", text: "hello" } });
    const path = join(fleet.folder, "a.txt");
    expect(result).toMatchObject({
      callId: "1",
      status: "done",
      result: { said: "hello" },
      content: [{ type: "text", text: "hello" }],
      trackFiles: [path],
      metadata: { noted: "hello", remote: { workspace: fleet.workspace, ranMs: expect.any(Number) } },
    });
    expect(readFileSync(path, "utf8")).toBe("hello");
    expect(events.map(({ type }) => type)).toEqual([
      "tool-call-start",
      "tool-progress",
      "tool-log",
      "file-edited",
      "tool-result",
    ]);
    expect(events[1]).toMatchObject({ update: { message: "half way", completed: 1, total: 2 } });
    expect(events[3]).toMatchObject({ change: { type: "create", path } });
  });

  it.concurrent("runs in the folder of its session, even where the host knows the workspace by another path", async ({
    expect,
    onTestFinished,
  }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker();
    const root = "/workspaces/elsewhere";
    const host = fleet.host({ cwd: root, executor: fleet.executor({ root }) });
    const session = host.session({ cwd: "a/b" });
    await host.execute({ id: "1", name: "create_file", input: { path: "c.txt", content: "x" } }, { session });
    expect(
      result(await host.execute({ id: "2", name: "Bash", input: { cmd: "pwd" } }, { session })),
    ).toContain(join(fleet.folder, "a/b"));
    expect(readFileSync(join(fleet.folder, "a/b/c.txt"), "utf8")).toBe("x\n");
    const astray = host.session({ cwd: "/etc" });
    expect(
      await host.execute({ id: "3", name: "Bash", input: { cmd: "pwd" } }, { session: astray }),
    ).toMatchObject({ status: "error", error: { errorCode: "invalid-path" } });
  });

  it.concurrent("leaves to-dos, subagents and the host's own tools on the host", async ({
    expect,
    onTestFinished,
  }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker();
    const here = defineTool({ ...talkHere });
    const host = fleet.host({ tools: [here] });
    expect(await host.execute({ id: "1", name: "here", input: {} })).toMatchObject({ result: "on the host" });
    const todo = host.tools().find(({ name }) => /todo/i.test(name))?.name ?? "";
    await host.execute({ id: "2", name: todo, input: { todos: [] } });
    expect(fleet.events.filter(({ type }) => type === "call-start")).toEqual([]);
  });

  it.concurrent("ends when it is aborted", async ({ expect, onTestFinished }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker({ rules: { tools: [sleeper] } });
    const host = fleet.host({ tools: [sleeper], executor: fleet.executor(everything) });
    const abort = new AbortController();
    const running = host.execute(
      { id: "1", name: "sleeper", input: { beats: 2_000 } },
      { signal: abort.signal },
    );
    await expect.poll(() => fleet.events.some(({ type }) => type === "call-start")).toBe(true);
    abort.abort();
    expect(await running).toMatchObject({ status: "cancelled", error: { errorCode: "cancelled" } });
    await expect
      .poll(() => fleet.events.find(({ type }) => type === "call-end"))
      .toMatchObject({ status: "cancelled" });
  });

  it("applies the host's time limit, which progress on the worker restarts", async () => {
    const fleet = new TestFleet(redis);
    const tools = [sleeper, silent];
    fleet.worker({ rules: { tools } });
    const host = fleet.host({ tools, executor: fleet.executor(everything), timeoutMs: 400 });
    expect(await host.execute({ id: "1", name: "sleeper", input: { beats: 40 } })).toMatchObject({
      result: "slept",
    });
    const late = await host.execute({ id: "2", name: "silent", input: {} });
    expect(late).toMatchObject({ status: "error", error: { errorCode: "timeout" } });
    await expect.poll(() => fleet.events.filter(({ type }) => type === "call-end").length).toBe(2);
  });

  it.concurrent("asks the host's user what its tool asks while it runs", async ({
    expect,
    onTestFinished,
  }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker({ rules: { tools: [questioner] } });
    const asked: ApprovalRequest[] = [];
    const host = fleet.host({
      tools: [questioner],
      permissions: "default",
      executor: fleet.executor(everything),
      onApproval: (request) => {
        asked.push(request);
        return asked.length === 1;
      },
    });
    const call = { id: "1", name: "questioner", input: {} };
    expect(await host.execute(call)).toMatchObject({ result: "yes" });
    expect(await host.execute(call)).toMatchObject({ result: "no" });
    expect(asked.map(({ decision }) => decision.reason)).toEqual(["May I go on?", "May I go on?"]);
  });

  it.concurrent("applies locks across hosts: conflicting calls run one after the other", async ({
    expect,
    onTestFinished,
  }) => {
    let running = 0;
    let most = 0;
    const alone = defineTool({
      name: "alone",
      description: "Must not meet itself.",
      kind: "execute",
      inputSchema: z.object({}),
      executionProfile: { resourceKeys: () => [{ key: "the one", mode: "write" }] },
      async execute() {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return "ok";
      },
    });
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker({ rules: { tools: [alone] } });
    const hosts = [0, 1].map(() => fleet.host({ tools: [alone], executor: fleet.executor(everything) }));
    const calls = Array.from({ length: 10 }, (_, index) => ({ id: `${index}`, name: "alone", input: {} }));
    const results = await Promise.all(hosts.map((host) => host.executeBatch(calls)));
    expect(results.flat().map(({ status }) => status)).toEqual(Array(20).fill("done"));
    expect(most).toBe(1);
  });

  it.concurrent("keeps sessions of two hosts apart although their ids are equal", async ({
    expect,
    onTestFinished,
  }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker();
    writeFileSync(join(fleet.folder, "a.txt"), "one\n");
    const [first, second] = [fleet.host(), fleet.host()];
    const [here, there] = [first.session({ id: "same" }), second.session({ id: "same" })];
    await first.execute(
      { id: "1", name: "edit_file", input: { path: "a.txt", old_str: "one", new_str: "two" } },
      { session: here },
    );
    const undo = { id: "2", name: "undo_edit", input: { path: "a.txt" } };
    expect(await second.execute(undo, { session: there })).toMatchObject({
      error: { errorCode: "nothing-to-undo" },
    });
    expect(await first.execute(undo, { session: here })).toMatchObject({ status: "done" });
  });
});

describeWithRedis("a session on a worker", () => {
  it.concurrent("moves a session to another workspace's worker, with its reads and undo journal", async ({
    expect,
    onTestFinished,
  }) => {
    const [from, to] = [new TestFleet(redis, onTestFinished), new TestFleet(redis, onTestFinished)];
    from.worker();
    to.worker();
    for (const { folder } of [from, to]) writeFileSync(join(folder, "a.txt"), "one\n");
    const first = from.executor();
    const host = from.host({ executor: first });
    const edit = { id: "1", name: "edit_file", input: { path: "a.txt", old_str: "one", new_str: "two" } };
    await host.execute(edit);
    writeFileSync(join(to.folder, "a.txt"), readFileSync(join(from.folder, "a.txt")));
    const state = JSON.parse(JSON.stringify(await first.exportSession(host.defaultSession)));
    const second = to.executor();
    const next = to.host({ executor: second });
    await second.importSession(next.defaultSession, state);
    const undo = { id: "2", name: "undo_edit", input: { path: "a.txt" } };
    expect(await next.execute(undo)).toMatchObject({ status: "done" });
    expect(readFileSync(join(to.folder, "a.txt"), "utf8")).toBe("one\n");
    await expect(second.importSession(next.defaultSession, { ...state, version: 9 })).rejects.toMatchObject({
      code: "invalid-input",
    });
  });
});

describeWithRedis("metrics", () => {
  it.concurrent("report the queue, running calls, and waiting and running times", async ({
    expect,
    onTestFinished,
  }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    const executor = fleet.executor({ startTimeoutMs: 20_000 });
    const host = fleet.host({ executor });
    const running = host.executeBatch([
      { id: "1", name: "list_directory", input: { path: "." } },
      { id: "2", name: "Bash", input: { cmd: "sleep 0.2" } },
    ]);
    await expect
      .poll(() => executor.metrics())
      .toMatchObject({ connected: true, waiting: 1, underway: 1, ended: 0 });
    const worker = fleet.worker();
    await running;
    const { workspace } = fleet;
    expect(await executor.metrics()).toMatchObject({ workspace, waiting: 0, underway: 0, ended: 2, lost: 0 });
    const [own] = await worker.metrics();
    expect(own).toMatchObject({ workspace, owned: true, running: 0, ended: 2, waiting: 0 });
    expect(own?.ranMs.p95Ms).toBeGreaterThan(150);
    expect(own?.waitedMs.p95Ms).toBeGreaterThan(0);
  });
});

const talkHere = {
  name: "here",
  description: "Runs on the host.",
  kind: "other",
  inputSchema: z.object({}),
  execute: () => "on the host",
} as const;

function result(value: { readonly content: readonly unknown[] }): string {
  return JSON.stringify(value.content);
}

describeWithRedis("the rules of a worker", () => {
  it.concurrent("deny what the host allowed", async ({ expect, onTestFinished }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    fleet.worker({
      rules: { permissions: { preset: "allow-all", rules: [{ tool: "Bash", verdict: "deny" }] } },
    });
    const denied = await fleet.host().execute({ id: "1", name: "Bash", input: { cmd: "touch x" } });
    expect(denied).toMatchObject({ status: "rejected-by-user", error: { errorCode: "permission-denied" } });
    expect(existsSync(join(fleet.folder, "x"))).toBe(false);
  });

  it.concurrent.for([
    { approvals: "host", onHost: "allow-all", expected: "done" },
    { approvals: "host", onHost: "default", expected: "done" },
    { approvals: "asked", onHost: "allow-all", expected: "rejected-by-user" },
    { approvals: "asked", onHost: "default", expected: "done" },
    { approvals: "own", onHost: "allow-all", expected: "rejected-by-user" },
    { approvals: "own", onHost: "default", expected: "rejected-by-user" },
  ] as const)(
    "calls that ask are answered by $approvals; the host has $onHost: $expected",
    async ({ approvals, onHost, expected }, { expect, onTestFinished }) => {
      const fleet = new TestFleet(redis, onTestFinished);
      fleet.worker({ approvals, rules: { permissions: "default" } });
      const host = fleet.host({ permissions: onHost, onApproval: () => true });
      const outside = join(temporaryFolder(onTestFinished), "outside.txt");
      for (const path of ["inside.txt", outside]) {
        const call = { id: path, name: "create_file", input: { path, content: "x" } };
        expect(await host.execute(call)).toMatchObject({ status: expected });
        expect(existsSync(join(path === outside ? "" : fleet.folder, path))).toBe(expected === "done");
      }
    },
  );

  it.concurrent("refuse a shell in a folder that a symlink leads out of the workspace to", async ({
    expect,
    onTestFinished,
  }) => {
    const fleet = new TestFleet(redis, onTestFinished);
    const outside = temporaryFolder(onTestFinished);
    const { symlinkSync } = await import("node:fs");
    symlinkSync(outside, join(fleet.folder, "way-out"));
    fleet.worker({ approvals: "own", rules: { permissions: [{ tool: "Bash", verdict: "allow" }] } });
    const host = fleet.host();
    const session = host.session({ cwd: "way-out" });
    const call = { id: "1", name: "create_file", input: { path: "x", content: "x" } };
    expect(await host.execute(call, { session })).toMatchObject({ status: "rejected-by-user" });
    expect(existsSync(join(outside, "x"))).toBe(false);
  });
});

describeWithRedis("large results", () => {
  it("keeps results of 100 MB in the worker's store, from which the host reads them without a question", async () => {
    const big = defineTool({
      name: "big",
      description: "Gives a lot.",
      kind: "read",
      inputSchema: z.object({}),
      execute: () => ({ rows: Array.from({ length: 1_048_576 }, (_, row) => `${row} `.padEnd(100, "x")) }),
      render: () => "a lot",
    });
    const fleet = new TestFleet(redis);
    const backend = localBackend({
      stateDirectory: join(temporaryFolder(), "state"),
      outputs: { maxOutputBytes: 16_777_216 },
    });
    onTestFinished(() => backend.dispose());
    // To write that much as JSON keeps a worker busy for longer than the lease of the other tests.
    fleet.worker({ leaseMs: 20_000, rules: { tools: [big], backend } });
    const host = fleet.host({
      tools: [big],
      permissions: "default",
      executor: fleet.executor({ isRemote: ({ kind }) => kind === "read" }),
    });
    const done = await host.execute({ id: "1", name: "big", input: {} });
    expect(done).toMatchObject({ status: "done", content: [{ type: "text", text: "a lot" }] });
    const { storedOutput, bytes, omittedBytes } = done.result as {
      storedOutput: string;
      bytes: number;
      omittedBytes: number;
    };
    // The store has a limit of its own, and says what it left out.
    expect(bytes + omittedBytes).toBeGreaterThanOrEqual(104_857_600);
    expect(bytes).toBeLessThan(16_800_000);
    expect(statSync(storedOutput).size).toBe(bytes);
    const lines = await host.execute({
      id: "3",
      name: "Read",
      input: { path: storedOutput, read_range: [1_000, 1_001] },
    });
    expect(lines, lines.error?.message).toMatchObject({ status: "done" });
    expect(JSON.stringify(lines.content)).toContain("998 xxxx");
  });

  it("truncates shell output as usual, and its full text can be read by the path in the notice", async () => {
    const fleet = new TestFleet(redis);
    fleet.worker();
    const host = fleet.host({
      permissions: [{ tool: "Bash", verdict: "allow" }],
    });
    const long = await host.execute({ id: "1", name: "Bash", input: { cmd: "seq 1 200000" } });
    const path = long.truncation?.savedTo ?? "";
    expect(path).not.toBe("");
    const read = { id: "2", name: "Read", input: { path, read_range: [150_000, 150_001] } };
    const lines = await host.execute(read);
    expect(JSON.stringify(lines.content)).toMatch(/1\d{5}/);
    const stranger = fleet.host({ permissions: "default" });
    expect(await stranger.execute(read)).toMatchObject({ status: "blocked-on-user" });
  });
});

describe("options that make no sense", () => {
  it.each([
    { workspaces: [] },
    { workspaces: ["a", "a"] },
    { workspaces: ["a"], leaseMs: 1 },
    { workspaces: ["a"], concurrency: 0 },
  ])("serveWorker refuses options that make no sense: %j", (options) => {
    expect(() =>
      serveWorker({ connection: {}, createRuntime: () => createToolRuntime(), ...options }),
    ).toThrow(RangeError);
  });

  it.each([499, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "serveWorker refuses a lease of %d ms, and names the smallest one that is safe",
    (leaseMs) => {
      expect(() =>
        serveWorker({
          connection: {},
          createRuntime: () => createToolRuntime(),
          workspaces: ["a"],
          leaseMs,
        }),
      ).toThrow(/at least 500/);
    },
  );

  it("refuses one runtime for two workspaces, and options without a runtime", () => {
    const runtime = createToolRuntime();
    expect(() => serveWorker({ connection: {}, workspaces: ["a", "b"], runtime })).toThrow(TypeError);
    expect(() => serveWorker({ connection: {}, workspaces: ["a"] })).toThrow(TypeError);
  });

  it.each([{ workspace: "" }, { workspace: "a", startTimeoutMs: 0 }, { workspace: "a", redisTimeoutMs: -1 }])(
    "bullmqExecutor refuses options that make no sense: %j",
    (options) => {
      expect(() => bullmqExecutor({ connection: {}, ...options })).toThrow(RangeError);
    },
  );
});
