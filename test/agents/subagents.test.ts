import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  type CoreToolRuntimeOptions,
  createToolRuntime,
  defineTool,
  type ModelRequest,
  memoryBackend,
  type SubagentReport,
  type SubagentRequest,
  type Subagents,
  ToolError,
} from "../../src/core.js";
import {
  breakTool,
  call,
  deferred,
  echoTool,
  lastTexts,
  manualClock,
  modelOf,
  reply,
  settle,
} from "./fixtures.js";

/** A tool that starts subagents within its own call, as tools do. */
const taskTool = defineTool({
  name: "task",
  description: "Starts a subagent.",
  kind: "think",
  requires: ["model"],
  inputSchema: z.looseObject({}),
  executionProfile: { resourceKeys: () => [] },
  timeoutMs: 60_000,
  execute: async (input, context) => {
    const report = await context.subagents.run({
      kind: "general",
      prompt: "Go.",
      ...input,
    } as SubagentRequest);
    const { rollBack: _notJson, ...plain } = report;
    return JSON.stringify(plain);
  },
});

/** Passes the subagents of a context to a test. */
function portTool(use: (subagents: Subagents) => Promise<unknown>) {
  return defineTool({
    name: "port",
    description: "Uses subagents.",
    kind: "think",
    requires: ["model"],
    inputSchema: z.object({}),
    executionProfile: { resourceKeys: () => [] },
    execute: async (_input, context) => JSON.stringify((await use(context.subagents)) ?? "nothing"),
  });
}

const writeTool = defineTool({
  name: "write",
  description: "Writes a file.",
  kind: "edit",
  inputSchema: z.object({ path: z.string(), text: z.string() }),
  facts: ({ path }) => ({ paths: [path] }),
  executionProfile: { resourceKeys: ({ path }) => [{ key: `file:${path}`, mode: "write" }] },
  execute: async ({ path, text }, context) => {
    await context.files.writeText(path, text, { overwrite: true });
    return `wrote ${path}`;
  },
});

const tools = [echoTool, breakTool, taskTool, writeTool] as const;

type Answer = (request: ModelRequest, turn: number) => unknown;

function runtimeOf(answer: Answer, options: Partial<CoreToolRuntimeOptions> = {}) {
  const model = modelOf(answer);
  const runtime = createToolRuntime({ tools, model, permissions: "allow-all", ...options });
  const task = async (input: Partial<SubagentRequest> = {}, execute = {}): Promise<SubagentReport> => {
    const result = await runtime.execute({ id: "t", name: "task", input }, execute);
    if (result.status !== "done") throw new ToolError(result.error.message, { code: result.error.errorCode });
    return JSON.parse(String(result.result));
  };
  return { model, runtime, task };
}

function kindWith(field: object) {
  return { name: "a", description: "d", system: "s", rights: "full", ...field };
}

describe("subagents", () => {
  it("offers subagents with a model only", () => {
    const model = modelOf(() => reply("ok"));
    const names = (options: CoreToolRuntimeOptions) =>
      createToolRuntime({ tools, ...options })
        .tools()
        .map(({ name }) => name);
    expect(names({ model })).toContain("task");
    expect(names({})).not.toContain("task");
    expect(names({ model, subagents: false })).not.toContain("task");
    const own = { name: "own", description: "One.", rights: "full", system: "You.", model } as const;
    expect(names({ subagents: { kinds: [own] } })).toContain("task");
  });

  it("runs a subagent with its own session, prompt and messages", async () => {
    const { model, runtime, task } = runtimeOf((_request, turn) =>
      turn === 1
        ? reply("", [call("a")])
        : reply("Done.", [], { usage: { inputTokens: 1, outputTokens: 1 } }),
    );
    const sessions: string[] = [];
    runtime.on((event) => event.type === "tool-call-start" && sessions.push(event.sessionId));
    const report = await task({ kind: "explore", prompt: "Look around.", instructions: "Answer in French." });
    expect(report).toMatchObject({ kind: "explore", ended: "done", text: "Done.", steps: 2, trackFiles: [] });
    const [request] = model.requests;
    expect(request?.messages).toEqual([{ role: "user", content: "Look around." }]);
    expect(request?.system).toMatch(/explore a code base[\s\S]*Working directory: \/\n\nAnswer in French\.$/);
    expect(sessions).toEqual([runtime.defaultSession.id, report.id]);
  });

  it.each<[string, string, readonly string[]]>([
    ["full", "general", ["echo", "break", "task", "write"]],
    ["read-only", "explore", ["echo", "task"]],
    ["read-only and without subagents", "oracle", ["echo"]],
    ["for reading and searching", "finder", []],
    ["full and without subagents", "kraken-worker", ["echo", "break", "write"]],
  ])("offers a subagent the tools of its kind: %s", async (_what, kind, expected) => {
    const { model, task } = runtimeOf(() => reply("ok"));
    await task({ kind });
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(expected);
  });

  it("accepts kinds of the host with their own model, tools and rules", async () => {
    const cheap = modelOf((_request, turn) =>
      turn === 1
        ? reply("", [
            { id: "1", name: "break", input: { what: "it" } },
            { id: "2", name: "echo", input: { text: "a" } },
          ])
        : reply("cheap"),
    );
    const kind = {
      name: "finder",
      description: "Mine.",
      rights: "full",
      system: "Mine.",
      model: cheap,
      tools: ["echo", "break"],
      rules: [{ command: "break *", verdict: "deny" }],
      budget: { maxSteps: 2 },
    } as const;
    const kinds: unknown[] = [];
    const port = portTool(async (subagents) => kinds.push(...subagents.kinds));
    const { model, runtime, task } = runtimeOf(() => reply("never"), {
      tools: [...tools, port],
      subagents: { kinds: [kind] },
    });
    await runtime.execute({ id: "1", name: "port", input: {} });
    expect(kinds).toContainEqual({ name: "finder", description: "Mine.", rights: "full" });
    expect(await task({ kind: "finder" })).toMatchObject({ ended: "done", text: "cheap" });
    expect(model.requests).toHaveLength(0);
    expect(cheap.requests[0]?.tools.map(({ name }) => name)).toEqual(["echo", "break"]);
    const [denied, done] = lastTexts(cheap.requests[1] ?? { messages: [] });
    expect(denied).toContain("denied");
    expect(done).toBe("a");
  });

  it("narrows budget and tools of a subagent by the request, never widens them", async () => {
    const { model, task } = runtimeOf((_request, turn) => reply("", [call(`${turn}`)]));
    expect(await task({ tools: ["echo"], budget: { maxSteps: 2 } })).toMatchObject({
      ended: "max-steps",
      steps: 2,
    });
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["echo"]);
    const many = await task({ kind: "finder", tools: ["write"], budget: { maxSteps: 9_999 } });
    expect(many.ended).not.toBe("done");
    expect(many.steps).toBeLessThanOrEqual(20);
    expect(model.requests.at(-1)?.tools).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    ["an unknown kind", { kind: "wizard" }, "unknown-subagent", /"wizard".*general, explore, finder/],
    ["an unknown id", { resume: "nobody" }, "unknown-subagent", /no subagent "nobody"/],
    ["no prompt", { prompt: " " }, "invalid-input", /needs a prompt/],
    ["a budget that is none", { budget: { maxSteps: -1 } }, "invalid-input", /maxSteps/],
  ])("refuses a request with %s", async (_what, input, code, message) => {
    const { task } = runtimeOf(() => reply("ok"));
    const refusal = await task(input).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code });
    expect(String(refusal)).toMatch(message);
  });

  it.each<[string, object, RegExp]>([
    ["a kind without a name", { kinds: [{ description: "d", system: "s", rights: "full" }] }, /needs a name/],
    [
      "two kinds of one name",
      { kinds: [1, 2].map(() => ({ name: "a", description: "d", system: "s", rights: "full" })) },
      /two kinds/,
    ],
    [
      "rights that are none",
      { kinds: [{ name: "a", description: "d", system: "s", rights: "all" }] },
      /"read-only" or "full"/,
    ],
    ["a depth of 0", { maxDepth: 0 }, /maxDepth/],
    ["a kind that is null", { kinds: [null] }, /a kind must be an object/],
    ["tools that are a text", { kinds: [kindWith({ tools: "Read" })] }, /tools of "a" must be a list/],
    ["a budget below nothing", { kinds: [kindWith({ budget: { maxSteps: -1 } })] }, /maxSteps of "a"/],
    ["a model that cannot be asked", { kinds: [kindWith({ model: {} })] }, /generate/],
    ["rules that are none", { kinds: [kindWith({ rules: [{ verdict: "maybe" }] })] }, /verdict/],
    ["true", true as never, /must be an object or false/],
  ])("refuses invalid options: %s", (_what, subagents, message) => {
    expect(() => runtimeOf(() => reply("ok"), { subagents })).toThrow(message);
  });

  it("reports the failure of a subagent as data", async () => {
    const { task } = runtimeOf(() => {
      throw new Error("no credit");
    });
    expect(await task()).toMatchObject({
      ended: "model-failed",
      text: "",
      problem: "The model could not be asked: no credit.",
    });
  });

  it.each<[string, Answer, string, RegExp]>([
    [
      "runs in circles",
      () => reply("Again.", [call("same")]),
      "repeated-calls",
      /repeatedly with the same results/,
    ],
    [
      "floods",
      (_request, turn) => reply("x".repeat(90_000), [call(`${turn}`)]),
      "max-tokens",
      /of its 100000 tokens/,
    ],
    [
      "calls tools that it was not offered",
      (_request, turn) => reply("", [{ name: "break", input: { what: `${turn}` } }]),
      "repeated-calls",
      /does not have/,
    ],
  ])("stops a subagent with a reason when it %s", async (_how, answer, ended, problem) => {
    const { task } = runtimeOf(answer);
    const report = await task({ kind: "explore", budget: { maxTokens: 100_000 } });
    expect(report.ended).toBe(ended);
    expect(report.problem).toMatch(problem);
    expect(report.steps).toBeLessThan(6);
  });

  it("ends a subagent as blocked with its questions when there is no approver", async () => {
    const answer: Answer = () => reply("I must.", [{ name: "break", input: { what: "the vase" } }]);
    const { task } = runtimeOf(answer, { permissions: "default" });
    const report = await task();
    expect(report).toMatchObject({ ended: "blocked-on-user", text: "I must." });
    expect(report.problem).toContain("'break' with break the vase");
  });

  it("asks the runtime's approver for the calls of a subagent", async () => {
    const asked: string[] = [];
    const answer: Answer = (_request, turn) =>
      turn === 1 ? reply("", [{ name: "break", input: { what: "it" } }]) : reply("ok");
    const { task } = runtimeOf(answer, {
      permissions: "default",
      onApproval: ({ toolName, sessionId }) => {
        asked.push(`${toolName} ${sessionId}`);
        return true;
      },
    });
    const report = await task();
    expect(report.ended).toBe("done");
    expect(asked).toEqual([`break ${report.id}`]);
  });
});

describe("subagents within subagents", () => {
  const nesting: Answer = ({ messages }) =>
    messages.at(-1)?.role === "tool" ? reply("up") : reply("", [{ name: "task", input: {} }]);

  it("offers no subagent tool at the maximum depth", async () => {
    const { model, task } = runtimeOf(nesting);
    await task();
    // The outer subagent starts an inner one, which is told that it has no tool for this.
    expect(model.requests[0]?.tools.map(({ name }) => name)).toContain("task");
    expect(model.requests[1]?.tools.map(({ name }) => name)).not.toContain("task");
    expect(model.requests.length).toBeLessThan(8);
    expect(JSON.stringify(model.requests[2]?.messages)).toContain(`no tool named \\"task\\"`);
  });

  it("refuses a subagent of the context at the maximum depth", async () => {
    const kindsSeen: number[] = [];
    const port = portTool(async (subagents) => {
      kindsSeen.push(subagents.kinds.length);
      return subagents.run({ kind: "general", prompt: "Deeper." }).catch((error: ToolError) => error.code);
    });
    // Without the requirement it is offered at every depth.
    const { requires: _left, ...always } = port;
    const answer: Answer = ({ messages }) =>
      messages.at(-1)?.role === "tool" ? reply("up") : reply("", [{ name: "port" }]);
    const { model, runtime } = runtimeOf(answer, { tools: [always], subagents: { maxDepth: 1 } });
    await runtime.execute({ id: "1", name: "port", input: {} });
    expect(kindsSeen).toEqual([7, 0]);
    expect(lastTexts(model.requests[1] ?? { messages: [] })).toEqual([`"subagent-limit"`]);
  });

  it("counts the subagents of a session and its child sessions together", async () => {
    const { task, runtime } = runtimeOf(() => reply("ok"), { subagents: { maxPerSession: 2 } });
    await task();
    await task();
    await expect(task()).rejects.toMatchObject({ code: "subagent-limit" });
    const session = runtime.session({ parent: runtime.defaultSession });
    await expect(task({}, { session })).rejects.toMatchObject({ code: "subagent-limit" });
    await expect(task({}, { session: runtime.session() })).resolves.toMatchObject({ ended: "done" });
  });
});

describe("several subagents at once", () => {
  it("runs subagents in parallel up to the limit, and cancels waiting ones", async () => {
    const gates = [deferred(), deferred(), deferred()];
    let started = 0;
    const answer: Answer = async () => {
      const gate = gates[started];
      started += 1;
      await gate?.promise;
      return reply("ok");
    };
    const { runtime } = runtimeOf(answer, { subagents: { maxAtOnce: 2 } });
    const controller = new AbortController();
    const call = (id: string) => ({ id, name: "task", input: { id } });
    const three = [call("1"), call("2")].map((each) => runtime.execute(each));
    await settle();
    const third = runtime.execute(call("3"), { signal: controller.signal });
    for (let turn = 0; turn < 5; turn += 1) await settle();
    expect(started).toBe(2);
    controller.abort();
    expect((await third).status).toBe("cancelled");
    const fourth = runtime.execute(call("4"));
    for (const gate of gates) gate.resolve();
    expect((await Promise.all([...three, fourth])).map(({ status }) => status)).toEqual([
      "done",
      "done",
      "done",
    ]);
  });
});

describe("the calls of a subagent", () => {
  it("runs the calls of a subagent without waiting for the resources of the outer call", async () => {
    // Without a profile it conflicts with every other call.
    const { executionProfile: _none, ...alone } = taskTool;
    const answer: Answer = (_request, turn) => (turn === 1 ? reply("", [call("inside")]) : reply("ok"));
    const { runtime, model } = runtimeOf(answer, { tools: [echoTool, alone] });
    expect((await runtime.execute({ id: "1", name: "task", input: {} })).status).toBe("done");
    expect(lastTexts(model.requests[1] ?? { messages: [] })).toEqual(["inside"]);
  });
});

describe("many subagents of one call", () => {
  it("adds one listener to the signal of a call for all its subagents, without a warning", async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on("warning", note);
    const port = portTool((subagents) =>
      Promise.all(Array.from({ length: 30 }, () => subagents.run({ kind: "general", prompt: "Go." }))),
    );
    const { runtime, model } = runtimeOf(() => settle().then(() => reply("ok")), { tools: [port] });
    expect((await runtime.execute({ id: "1", name: "port", input: {} })).status).toBe("done");
    await settle();
    process.off("warning", note);
    expect(model.requests).toHaveLength(30);
    expect(warnings).toEqual([]);
  });
});

describe("a continued subagent", () => {
  it("continues a subagent with its earlier conversation", async () => {
    const { model, task } = runtimeOf((_request, turn) => reply(`answer ${turn}`));
    const first = await task({ prompt: "One." });
    const second = await task({ prompt: "Two.", resume: first.id });
    expect(second).toMatchObject({ id: first.id, text: "answer 2" });
    expect(
      model.requests[1]?.messages.map((message) => ("content" in message ? message.content : "")),
    ).toEqual(["One.", "", "Two."]);
  });

  it("lets only the session that started a subagent continue it", async () => {
    const { runtime, task } = runtimeOf(() => reply("ok"));
    const [one, other] = [runtime.session(), runtime.session()];
    const report = await task({}, { session: one });
    await expect(task({ resume: report.id }, { session: other })).rejects.toMatchObject({
      code: "unknown-subagent",
    });
    await expect(task({ resume: report.id }, { session: one })).resolves.toMatchObject({ id: report.id });
  });

  it("narrows a continued subagent further, and does not widen it again", async () => {
    const { model, task } = runtimeOf(() => reply("ok"));
    const first = await task({ tools: ["echo", "break"] });
    await task({ resume: first.id, tools: ["echo", "write"] });
    expect(model.requests[1]?.tools.map(({ name }) => name)).toEqual(["echo"]);
    await task({ resume: first.id });
    expect(model.requests[2]?.tools.map(({ name }) => name)).toEqual(["echo"]);
  });

  it("limits a continued subagent to reading when the request asks for a read-only kind", async () => {
    const { model, task } = runtimeOf(() => reply("ok"));
    const first = await task();
    expect(model.requests[0]?.tools.map(({ name }) => name)).toContain("write");
    await task({ resume: first.id, kind: "explore" });
    expect(model.requests[1]?.tools.map(({ name }) => name)).not.toContain("write");
  });

  it("forgets the oldest subagents", async () => {
    const { task } = runtimeOf(() => reply("ok"));
    const first = await task();
    for (let count = 0; count < 64; count += 1) await task();
    await expect(task({ resume: first.id })).rejects.toMatchObject({ code: "unknown-subagent" });
  });
});

describe("the call that a subagent runs within", () => {
  it("keeps the call of a subagent alive while the subagent runs", async () => {
    const clock = manualClock();
    const answer = deferred<unknown>();
    const { runtime } = runtimeOf(() => answer.promise, { clock });
    const messages: (string | undefined)[] = [];
    runtime.on((event) => event.type === "tool-progress" && messages.push(event.update.message));
    const running = runtime.execute({ id: "1", name: "task", input: {} });
    await settle();
    // The tool's own limit is a minute without progress.
    await clock.advance(300_000);
    answer.resolve(reply("Slow but sure."));
    expect((await running).status).toBe("done");
    expect(messages).toContain("general: turn 1");
    expect(messages).toContain("general: running");
  });

  it("cancels the subagent with its call, and ignores its late replies", async () => {
    const answer = deferred<unknown>();
    const asked = deferred();
    const { runtime, model } = runtimeOf(() => {
      asked.resolve();
      return answer.promise;
    });
    const running = runtime.execute({ id: "1", name: "task", input: {} });
    await asked.promise;
    expect(runtime.cancel("1")).toBe(true);
    expect((await running).status).toBe("cancelled");
    expect(model.requests[0]?.signal.aborted).toBe(true);
    answer.reject(new Error("late"));
    await settle();
    expect(model.requests).toHaveLength(1);
  });

  it("adds the changes of a subagent to those of its call", async () => {
    const backend = memoryBackend({ files: { "/p/a.txt": "old\n" } });
    const answer: Answer = (_request, turn) =>
      turn === 1 ? reply("", [{ name: "write", input: { path: "/p/a.txt", text: "new\n" } }]) : reply("ok");
    const { runtime } = runtimeOf(answer, { backend, cwd: "/p" });
    const result = await runtime.execute({ id: "1", name: "task", input: {} });
    expect(result.trackFiles).toEqual(["/p/a.txt"]);
    expect(JSON.parse(String(result.status === "done" && result.result))).toMatchObject({
      trackFiles: ["/p/a.txt"],
    });
  });
});

function textsOf(snapshot: Record<string, Uint8Array>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(snapshot).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
  );
}

describe("rolling back", () => {
  const writing =
    (...writes: readonly (readonly [string, string])[]): Answer =>
    (_request, turn) => {
      const write = writes[turn - 1];
      return write === undefined
        ? reply("ok")
        : reply("", [{ name: "write", input: { path: write[0], text: write[1] } }]);
    };

  async function rolledBack(
    answer: Answer,
    between: (write: (path: string, text: string) => Promise<unknown>) => Promise<unknown>,
  ) {
    const backend = memoryBackend({ files: { "/p/a.txt": "old\n" } });
    let failures: unknown;
    const port = portTool(async (subagents) => {
      const report = await subagents.run({ kind: "general", prompt: "Go." });
      await between((path, text) => runtime.execute({ id: "w", name: "write", input: { path, text } }));
      failures = await report.rollBack();
    });
    const { runtime } = runtimeOf(answer, { backend, cwd: "/p", tools: [writeTool, port] });
    const result = await runtime.execute({ id: "1", name: "port", input: {} });
    expect(result.status).toBe("done");
    return { failures, files: textsOf(backend.snapshot()) };
  }

  it("undoes all changes of a subagent, the last change first", async () => {
    const answer = writing(["a.txt", "one\n"], ["b.txt", "new\n"], ["a.txt", "two\n"]);
    const { failures, files } = await rolledBack(answer, async () => {});
    expect(failures).toEqual([]);
    expect(files).toEqual({ "/p/a.txt": "old\n" });
  });

  it("lists the files that others changed since, and undoes the other changes", async () => {
    const answer = writing(["a.txt", "one\n"], ["b.txt", "new\n"]);
    const { failures, files } = await rolledBack(answer, (write) => write("b.txt", "mine\n"));
    expect(failures).toEqual([{ path: "/p/b.txt", reason: expect.stringContaining("b.txt") }]);
    expect(files).toEqual({ "/p/a.txt": "old\n", "/p/b.txt": "mine\n" });
  });
});
