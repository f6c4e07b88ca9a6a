import { describe, expect, it } from "vitest";
import type { ToolCall } from "../../src/core.js";
import { createToolRuntime, defineTool, echoTool, z } from "./fixtures.js";
import { expectWellFormed, watchProcess } from "./well-formed.js";

/** A promise that rejects and that no code of the test has marked as handled. */
const rejecting = () => Promise.reject(new Error("a host forgot to await this"));

/** Values of which every read of a member returns another value. */
const CHANGING: Readonly<Record<string, (next: () => unknown) => object>> = {
  "a getter": (next) => ({
    get text() {
      return next();
    },
  }),
  "a getter of its class": (next) =>
    new (class {
      get text() {
        return next();
      }
    })(),
  "a proxy": (next) =>
    new Proxy({ text: "" }, { get: (_target, name) => (name === "text" ? next() : undefined) }),
  "a getter in an object": (next) => ({
    text: {
      get inner() {
        return next();
      },
    },
  }),
  "a getter in a list": (next) => ({
    text: [
      {
        get inner() {
          return next();
        },
      },
    ],
  }),
  "a toJSON function": (next) => ({ text: "x", more: { toJSON: next } }),
  "a function with a toJSON getter": (next) => ({
    text: Object.defineProperty(() => {}, "toJSON", { get: next }),
  }),
  // biome-ignore lint/suspicious/noThenProperty: that is the misbehaviour.
  "a then getter": (next) => Object.defineProperty({ text: "x" }, "then", { get: next, enumerable: true }),
};

const methods = (runtime: ReturnType<typeof createToolRuntime>) => ({
  execute: async (call: ToolCall) => [await runtime.execute(call)],
  executeBatch: (call: ToolCall) => runtime.executeBatch([call]),
  stream: async (call: ToolCall) => {
    const results: unknown[] = [];
    for await (const event of runtime.stream([call]))
      if (event.type === "tool-result") results.push(event.result);
    return results;
  },
});

const looseTool = defineTool({
  name: "echo",
  description: "Returns its text.",
  kind: "think",
  inputSchema: z.looseObject({ text: z.unknown() }),
  execute: ({ text }) => ({ text }),
});

describe.each(Object.entries(CHANGING))(
  "an input with %s that returns another value at each read",
  (_name, make) => {
    it.each(["execute", "executeBatch", "stream"] as const)(
      "gets one result from %s and causes no unhandled rejection",
      async (method) => {
        const watched = watchProcess();
        for (const tool of [echoTool, looseTool]) {
          for (const permissions of ["allow-all", [{ tool: "echo", verdict: "ask" }]] as const) {
            const runtime = createToolRuntime({ tools: [tool], permissions: permissions as never });
            for (const inputRepair of ["on", "off"] as const) {
              const call = { id: "1", name: "echo", input: make(rejecting) };
              const own =
                inputRepair === "on"
                  ? runtime
                  : createToolRuntime({ tools: [tool], permissions: permissions as never, inputRepair });
              expectWellFormed([call], (await methods(own)[method](call)) as never);
            }
          }
        }
        await watched.none();
      },
    );

    it("causes no unhandled rejection in plan, explain, invoke and a wrapper call", async () => {
      const watched = watchProcess();
      const runtime = createToolRuntime({ tools: [looseTool], permissions: "allow-all" });
      const call = () => ({ id: "1", name: "echo", input: make(rejecting) });
      await runtime.plan([call(), call()]);
      expect(typeof (await runtime.explain(call())).text).toBe("string");
      await runtime.invoke("echo" as never, make(rejecting) as never).catch(() => {});
      const uses = { tool_uses: [{ recipient_name: "functions.echo", parameters: make(rejecting) }] };
      await runtime.execute({ id: "2", name: "multi_tool_use.parallel", input: uses });
      await runtime.execute({ id: "3", name: "multi_tool_use.parallel", input: make(rejecting) });
      await watched.none();
    });
  },
);

describe("an input that changes at each read", () => {
  it("runs with the value that was judged", async () => {
    let reads = 0;
    const seen: unknown[] = [];
    const tool = defineTool({
      name: "touch",
      description: "Touches a path.",
      kind: "edit",
      inputSchema: z.looseObject({ path: z.string() }),
      facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
      execute: ({ path }) => {
        seen.push(path);
        return path;
      },
    });
    const runtime = createToolRuntime({
      tools: [tool],
      permissions: [{ tool: "touch", verdict: "ask" }],
      onApproval: ({ input }) => {
        seen.push((input as { path: string }).path);
        return true;
      },
    });
    const input = {
      get path() {
        reads += 1;
        return `read-${reads}`;
      },
    };
    expect(await runtime.execute({ id: "1", name: "touch", input })).toMatchObject({ status: "done" });
    expect(seen).toEqual(["read-1", "read-1"]);
    expect(reads).toBe(1);
  });
});

/** The engine itself reads the `then` of a value that a promise resolves with. */
const ANSWERS = Object.entries(CHANGING).filter(([name]) => name !== "a then getter");

describe.each(ANSWERS)("an answer with %s that returns another value at each read", (_name, make) => {
  const asking = [{ tool: "echo", verdict: "ask" }] as const;
  const call = { id: "1", name: "echo", input: { text: "x" } };
  const answers = () => {
    const value = make(rejecting);
    return [
      value,
      { approved: true, input: value },
      { approved: true, remember: [value] },
      { approved: value, reason: value },
    ];
  };

  it("refuses the call or runs one input, from an approver and from resume", async () => {
    const watched = watchProcess();
    for (const answer of answers()) {
      const runtime = createToolRuntime({
        tools: [looseTool],
        permissions: asking,
        onApproval: () => answer as never,
      });
      expectWellFormed([call], [await runtime.execute(call)]);
      const stored = createToolRuntime({ tools: [looseTool], permissions: asking });
      const blocked = await stored.execute(call);
      const resumed = await stored
        .resume([blocked], { 1: answer as never })
        .catch((thrown: unknown) => thrown);
      if (resumed instanceof Error)
        expect(resumed.message).toMatch(/^The answers of resume must be data|resume expects answers/);
      else expectWellFormed([call], resumed as never);
    }
    await resumeChanging(make);
    await watched.none();
  });

  it("ends as a problem of its hook", async () => {
    const watched = watchProcess();
    for (const answer of [
      ...answers(),
      { input: make(rejecting) },
      { verdict: make(rejecting) },
      { context: make(rejecting) },
    ]) {
      for (const hook of ["beforeCall", "answerQuestion", "afterCall"]) {
        const runtime = createToolRuntime({
          tools: [looseTool],
          permissions: asking,
          hooks: [{ name: "odd", [hook]: () => answer }],
          onApproval: () => true,
        });
        expectWellFormed([call], [await runtime.execute(call)]);
      }
    }
    await watched.none();
  });
});

/** Resumes a stored result whose every part changes. */
async function resumeChanging(make: (next: () => unknown) => object): Promise<void> {
  const runtime = createToolRuntime({ tools: [looseTool], permissions: [{ tool: "echo", verdict: "ask" }] });
  const blocked = await runtime.execute({ id: "1", name: "echo", input: { text: "x" } });
  const approval = (blocked as unknown as { approval: object }).approval;
  for (const result of [
    { ...blocked, approval: make(rejecting) },
    { ...blocked, approval: { ...approval, requestedInput: make(rejecting) } },
    { ...blocked, calls: [make(rejecting)] },
    { ...blocked, paused: make(rejecting) },
    make(rejecting),
  ]) {
    await runtime.resume([result as never], { 1: true }).catch((thrown: unknown) => {
      expect(thrown).toBeInstanceOf(Error);
      expect((thrown as Error).message).toMatch(/^The results cannot be resumed/);
    });
  }
}
