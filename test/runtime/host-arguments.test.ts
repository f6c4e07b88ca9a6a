import { describe, expect, it } from "vitest";
import { ignoreRejection } from "../../src/contract/index.js";
import { createToolRuntime, deferred, defineTool, echoTool, manualClock, settle, z } from "./fixtures.js";
import { RETURNED } from "./hostile-values.js";
import { expectWellFormed, watchProcess } from "./well-formed.js";

const OWN_WORDS = /must be|must have|expects|is not a plugin|were|are/;

async function refusal(use: () => unknown): Promise<Error> {
  try {
    await use();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Error);
    return thrown as Error;
  }
  throw new Error("nothing was refused");
}

const GARBAGE: readonly [string, unknown][] = Object.entries(RETURNED)
  .filter(([name]) => name !== "undefined" && name !== "a function")
  .map(([name, make]) => {
    const value = make();
    ignoreRejection(value);
    return [name, value];
  });

describe("options of createRuntime", () => {
  it.each(GARBAGE)("refuses %s as any option of the host, by name", async (_name, value) => {
    for (const name of [
      "onApproval",
      "onEvent",
      "ids",
      "redact",
      "clock",
      "executor",
      "approvals",
      "webSearch",
      "threads",
    ]) {
      const refused = await refusal(() => createToolRuntime({ [name]: value } as never));
      expect(refused.name).toBe("TypeError");
      expect(refused.message).toMatch(new RegExp(`^${name} must be`));
    }
    for (const name of ["middleware", "plugins", "sessionStates", "tools"]) {
      const refused = await refusal(() => createToolRuntime({ [name]: [value] } as never));
      expect(refused.message).toMatch(new RegExp(`${name}|is not a tool|tool`, "i"));
      expect(refused.message).not.toMatch(/is not a function|Cannot read|is not iterable/);
    }
  });

  it.each<[string, object, RegExp]>([
    [
      "middleware that is no list",
      { middleware: () => 1 },
      /^middleware must be a list, but it is a function/,
    ],
    ["a layer that is a number", { middleware: [5] }, /^middleware\[0\] must be a function, .*number \(5\)/],
    ["a layer that is a hole", { middleware: new Array(1) }, /^middleware\[0\] .*undefined/],
    ["a clock without timers", { clock: { now: () => 1 } }, /^clock must .* its setTimeout is undefined/],
    [
      "an executor that is null",
      { executor: null },
      /^executor must be an object with run\(\), but it is null/,
    ],
    [
      "a state without a name",
      { sessionStates: [{ export() {}, import() {} }] },
      /^sessionStates\[0\]\.name/,
    ],
    ["ids that return nothing", { ids: () => undefined }, /^The option ids must return .* undefined/],
    [
      "ids that throw",
      {
        ids: () => {
          throw new Error("no ids");
        },
      },
      /^The function in the option ids.* failed: no ids/,
    ],
  ])("refuses %s with the expected and the received value", (_name, options, message) => {
    expect(() => createToolRuntime(options as never)).toThrow(message);
  });

  it("accepts options with every part of the right form", () => {
    const runtime = createToolRuntime({
      middleware: [(_call, next) => next()],
      onApproval: () => true,
      onEvent: () => {},
      redact: (text) => text,
      clock: manualClock(),
      executor: { run: (_call, _context, inProcess) => inProcess() },
      ids: () => "same",
      threads: false,
      plugins: [() => {}],
      sessionStates: [{ name: "x", export: () => undefined, import: () => {} }],
    });
    expect(runtime.defaultSession.id).toBe("same");
  });
});

describe("ids of the host", () => {
  const asking = defineTool({
    name: "asking",
    description: "Is asked about.",
    kind: "edit",
    inputSchema: z.object({}),
    execute: () => "ran",
  });

  it.each(GARBAGE.filter(([name]) => name !== "a string"))(
    "ids that return %s later fail the question alone, and the error names ids",
    async (_name, value) => {
      const watched = watchProcess();
      let made = 0;
      const runtime = createToolRuntime({
        tools: [asking, echoTool],
        onApproval: () => true,
        ids: () => (made++ === 0 ? "first" : (value as string)),
      });
      const calls = [
        { id: "1", name: "asking", input: {} },
        { id: "2", name: "echo", input: { text: "x" } },
      ];
      const results = await runtime.executeBatch(calls);
      expectWellFormed(calls, results);
      expect(results.map(({ status }) => status)).toEqual(["error", "done"]);
      expect(results[0]?.error?.message).toMatch(/option ids/);
      expect(() => runtime.session()).toThrow(/option ids/);
      await watched.none();
    },
  );

  it("keeps sessions and questions apart although the host repeats ids", async () => {
    const runtime = createToolRuntime({ tools: [asking], ids: () => "same" });
    const blocked = await runtime.executeBatch(["1", "2"].map((id) => ({ id, name: "asking", input: {} })));
    const questions = blocked.map((result) =>
      result.status === "blocked-on-user" ? result.approval.id : "",
    );
    expect(questions).toEqual(["same-2", "same-3"]);
    expect(runtime.session().id).toBe("same-4");
  });
});

describe("methods of a runtime", () => {
  const runtime = createToolRuntime({ tools: [echoTool] });

  it.each<[string, () => unknown, RegExp]>([
    [
      "session(null)",
      () => runtime.session(null as never),
      /options of session\(\) must be an object, but got null/,
    ],
    ["session(5)", () => runtime.session(5 as never), /options of session\(\) .* a number \(5\)/],
    ["an id that is a number", () => runtime.session({ id: 5 as never }), /id of a session must be a string/],
    ["an empty id", () => runtime.session({ id: "" }), /id of a session must be a string of 1 to 1024/],
    ["a long id", () => runtime.session({ id: "x".repeat(1_025) }), /1024 characters, but it has 1025/],
    [
      "a cwd that is a list",
      () => runtime.session({ cwd: [] as never }),
      /cwd of a session must be a string/,
    ],
    [
      "a parent that is none",
      () => runtime.session({ parent: {} as never }),
      /parent of a session must be a session/,
    ],
    [
      "names of tools that are numbers",
      () => runtime.session({ tools: [5] as never }),
      /tools of a session .*\(5\)/,
    ],
    ["tools(5)", () => runtime.tools(5 as never), /tools expects a function .* a number \(5\)/],
    ["tools for no session", () => runtime.tools(undefined, { session: 5 as never }), /session of tools\(\)/],
    [
      "tools deferred somehow",
      () => runtime.tools(undefined, { deferred: "x" as never }),
      /"loaded" or "all"/,
    ],
    ["tools with options null", () => runtime.tools(undefined, null as never), /options of tools\(\)/],
    ["cancel(undefined)", () => runtime.cancel(undefined as never), /cancel expects the id of a call/],
    ["outputs(5)", () => runtime.outputs(5 as never), /session of outputs must be a session/],
    ["on(5)", () => runtime.on(5 as never), /listener must be a function/],
    [
      "a limit that is a text",
      () => runtime.endCommandsUnlessRenewed("x" as never),
      /withinMs must be a number/,
    ],
    [
      "exportSession(5)",
      () => runtime.exportSession(5 as never),
      /session of exportSession must be a session/,
    ],
    [
      "exportSession with null",
      () => runtime.exportSession(undefined, null as never),
      /options of exportSession/,
    ],
    [
      "a room that is NaN",
      () => runtime.exportSession(undefined, { maxBytes: Number.NaN }),
      /maxBytes must be/,
    ],
    ["importSession with 5", () => runtime.importSession({}, 5 as never), /options of importSession/],
    [
      "grants that are a symbol",
      () => runtime.importSession({}, { grants: Symbol("x") as never }),
      /grants must be/,
    ],
    ["discover(5)", () => runtime.discover(5 as never), /discover expects the path of a folder/],
    [
      "onReject that is an object",
      () => runtime.executeBatch([], { onReject: {} as never }),
      /onReject must be/,
    ],
    [
      "an onDispose that ends nothing",
      () => runtime.session().onDispose?.(5 as never),
      /onDispose expects a function/,
    ],
  ])("refuses %s with a message that names the argument", async (_name, use, message) => {
    const refused = await refusal(use);
    expect(["TypeError", "RangeError"]).toContain(refused.name);
    expect(refused.message).toMatch(message);
    expect(refused.message).toMatch(OWN_WORDS);
  });

  it("accepts an id of 1,024 characters", () => {
    expect(runtime.session({ id: "x".repeat(1_024) }).id).toHaveLength(1_024);
  });
});

describe("the end of a runtime", () => {
  it.each<[string, () => Promise<void>]>([
    ["never settles", () => new Promise(() => {})],
    ["rejects", () => Promise.reject(new Error("cannot end"))],
    [
      "throws",
      () => {
        throw new Error("cannot end");
      },
    ],
    ["returns nothing", () => undefined as never],
  ])("ends although a resource of a session %s", async (_name, end) => {
    const watched = watchProcess();
    const clock = manualClock();
    const runtime = createToolRuntime({ clock });
    const session = runtime.session();
    session.onDispose?.(end);
    const ended = Promise.all([session[Symbol.asyncDispose](), runtime[Symbol.asyncDispose]()]);
    await clock.advance(30_000);
    await ended;
    await watched.none();
  });

  it("waits for slow resources without reaching the limit", async () => {
    const gone = deferred<void>();
    const clock = manualClock();
    const runtime = createToolRuntime({ clock });
    let over = false;
    runtime.defaultSession.onDispose?.(() => gone.promise);
    const ended = runtime[Symbol.asyncDispose]().then(() => {
      over = true;
    });
    await clock.advance(29_000);
    expect(over).toBe(false);
    gone.resolve();
    await ended;
  });

  it.each(["export", "import"])(
    "abandons an %s of a session that never settles after 30 seconds",
    async (way) => {
      const clock = manualClock();
      const stuck = { name: "stuck", export: () => "state", import: () => {} };
      const runtime = createToolRuntime({
        ...{ clock, sessionStates: [{ ...stuck, [way]: () => new Promise<never>(() => {}) }] },
      });
      const exported = { version: 1, id: "1", states: { stuck: "state" } };
      const refused = refusal(() =>
        way === "export" ? runtime.exportSession() : runtime.importSession(exported),
      );
      await clock.advance(30_000);
      expect(await Promise.race([refused, settle()])).toMatchObject({
        code: "timeout",
        message: "The part 'stuck' of the session did not answer within 30 seconds.",
      });
      expect(clock.pending()).toBe(0);
    },
  );
});

describe("the request of an approval", () => {
  const spoil = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      spoil(member);
      (value as Record<string, unknown>)[key] = key === "verdict" ? "allow" : "spoiled";
    }
  };
  const tool = (ran: unknown[]) =>
    defineTool({
      name: "send",
      description: "Sends.",
      kind: "fetch",
      inputSchema: z.object({ to: z.array(z.string()) }),
      facts: () => ({ hosts: ["example.org"] }),
      executionProfile: { resourceKeys: () => [] },
      execute: (input) => {
        ran.push(structuredClone(input));
        return "sent";
      },
    });
  const call = { id: "1", name: "send", input: { to: ["a"] } };

  it("passes a copy of the request to approvers and listeners", async () => {
    const ran: unknown[] = [];
    const seen: unknown[] = [];
    const runtime = createToolRuntime({
      tools: [tool(ran)],
      onEvent: (event) => event.type === "tool-approval-request" && spoil(event.request),
      onApproval: (request) => {
        seen.push(structuredClone(request.input));
        spoil(request);
        return true;
      },
    });
    expect(await runtime.execute(call)).toMatchObject({ status: "done", decision: { verdict: "ask" } });
    expect(seen).toEqual([{ to: ["a"] }]);
    expect(ran).toEqual([{ to: ["a"] }]);
  });

  it("accepts a later answer to a request that a listener changed", async () => {
    const ran: unknown[] = [];
    const runtime = createToolRuntime({
      tools: [tool(ran)],
      onEvent: (event) => event.type === "tool-approval-request" && spoil(event.request),
    });
    const blocked = await runtime.executeBatch([call]);
    expect(blocked).toMatchObject([{ approval: { input: { to: ["a"] } } }]);
    expect(await runtime.resume(blocked, { 1: true })).toMatchObject([{ status: "done" }]);
    expect(ran).toEqual([{ to: ["a"] }]);
  });

  it("ignores changes of the approver to an edited input after the answer", async () => {
    const ran: unknown[] = [];
    const input = { to: ["b"] };
    const runtime = createToolRuntime({
      tools: [tool(ran)],
      onApproval: () => ({ approved: true, input }),
      onEvent: (event) => event.type === "tool-approval-response" && input.to.push("c"),
    });
    expect(await runtime.execute(call)).toMatchObject({ status: "done" });
    expect(ran).toEqual([{ to: ["b"] }]);
  });
});
