import { describe, expect, it } from "vitest";
import {
  fromOpenCodeTool,
  type InputValidationError,
  memoryBackend,
  type OpenCodeContext,
  type ToolContext,
  type ToolRuntime,
} from "../../src/core.js";
import { createToolRuntime, defineTool, echoTool, z } from "./fixtures.js";

const base = {
  name: "x",
  description: "Does x.",
  kind: "think",
  inputSchema: z.object({ n: z.number() }),
} as const;
const call = { id: "1", name: "x", input: { n: 1 } };

describe("formatValidationError", () => {
  const refused = async (formatValidationError: (error: InputValidationError) => string) => {
    await using runtime = createToolRuntime({
      tools: [defineTool({ ...base, formatValidationError, execute: () => "ran" })],
    });
    return (await runtime.execute({ ...call, input: { n: "many" } })).error?.message;
  };

  it("words the message of an invalid input from the issues", async () => {
    const words = ({ issues, message }: { issues: { path: string[] }[]; message: string }) =>
      `Wrong: ${issues[0]?.path.join(".")}; ${message.split("\n")[0]}`;
    expect(await refused(words as never)).toBe("Wrong: n; Invalid input for 'x':");
  });

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["returns no text", () => 5],
    ["returns an empty text", () => " "],
    ["returns a promise", () => Promise.reject(new Error("late"))],
  ])("formatValidationError is ignored if it %s", async (_what, format) => {
    expect(await refused(format as never)).toMatch(/^Invalid input for 'x':\n- n/);
  });

  it("shortens an endless message", async () => {
    expect((await refused((() => "m".repeat(1e6)) as never))?.length).toBeLessThanOrEqual(2_000);
  });
});

describe("init", () => {
  it("runs once, before the first call, even for calls at the same time", async () => {
    const events: string[] = [];
    const tool = defineTool({
      ...base,
      executionProfile: { resourceKeys: () => [] },
      init: async () => events.push("init"),
      execute: ({ n }) => events.push(`call ${n}`),
    });
    await using runtime = createToolRuntime({ tools: [tool] });
    expect(events).toEqual([]);
    await runtime.executeBatch([call, { ...call, id: "2", input: { n: 2 } }]);
    await runtime.execute({ ...call, id: "3", input: { n: 3 } });
    expect(events).toEqual(["init", "call 1", "call 2", "call 3"]);
  });

  it("fails the call if it throws, and is tried again at the next call", async () => {
    let attempts = 0;
    const init = () => {
      attempts += 1;
      if (attempts === 1) throw new Error("connection refused");
    };
    await using runtime = createToolRuntime({ tools: [defineTool({ ...base, init, execute: () => "ran" })] });
    expect((await runtime.execute(call)).error).toMatchObject({
      message:
        "The tool 'x' could not be initialized: connection refused. Call it again, or continue without it.",
      retryable: true,
    });
    expect(await runtime.execute(call)).toMatchObject({ status: "done", result: "ran" });
  });

  it.each(["init", "formatValidationError"])("refuses a definition whose %s is not a function", (name) => {
    expect(() => defineTool({ ...base, [name]: 5, execute: () => "" } as never)).toThrow(
      `${name} is not a function.`,
    );
  });
});

describe("messageId, agent and extra of a context", () => {
  const seen: Pick<ToolContext, "messageId" | "agent" | "extra">[] = [];
  const look = defineTool({
    ...base,
    execute: (_input, { messageId, agent, extra }) => {
      seen.push({ messageId, agent, extra });
    },
  });
  const outer = defineTool({
    ...base,
    name: "outer",
    executionProfile: { resourceKeys: () => [] },
    execute: async (_input, context) => (await runtimeOf().execute(call, { within: context })).status,
  });
  const runtime: ToolRuntime = createToolRuntime({ tools: [look, outer], repeatedCalls: "allow" });
  const runtimeOf = (): ToolRuntime => runtime;
  const last = () => seen.at(-1);

  it("come from the options of the run, and have defaults", async () => {
    await runtime.execute(call);
    expect(last()).toEqual({ messageId: undefined, agent: "main", extra: {} });
    await runtime.execute(call, { messageId: "msg_1", agent: "build", extra: { model: "m" } });
    expect(last()).toEqual({ messageId: "msg_1", agent: "build", extra: { model: "m" } });
  });

  it("reach the calls that a tool makes, and the kind of a subagent is its agent", async () => {
    await runtime.execute(
      { ...call, id: "0", name: "outer" },
      { messageId: "msg_2", agent: "plan", extra: { a: 1 } },
    );
    expect(last()).toEqual({ messageId: "msg_2", agent: "plan", extra: { a: 1 } });
    const session = runtime.session({ subagent: { type: "finder", rights: "full" } });
    await runtime.execute(call, { session });
    expect(last()?.agent).toBe("finder");
  });

  it.each([{ messageId: 5 }, { agent: {} }, { extra: "x" }])("refuse %j", async (options) => {
    await expect(runtime.execute(call, options as never)).rejects.toThrow(/must be/);
  });
});

describe("a tool of the OpenCode specification", () => {
  const weather = (execute: (args: { city: string }, context: OpenCodeContext) => unknown) => ({
    id: "weather",
    init: async () => ({
      description: "Returns the weather.",
      parameters: z.object({ city: z.string() }),
      execute: execute as never,
      formatValidationError: (error: { issues: unknown[] }) => `${error.issues.length} problem`,
    }),
  });

  it("gets its context, and its title, metadata and attachments reach the host", async () => {
    let context: OpenCodeContext | undefined;
    const progress: unknown[] = [];
    const tool = await fromOpenCodeTool(
      weather(async ({ city }, given) => {
        context = given;
        given.metadata({ title: "Asking", metadata: { step: 1 } });
        await given.ask({ permission: "webfetch", patterns: ["example.org"] });
        return {
          title: `Weather in ${city}`,
          metadata: { degrees: 3 },
          output: "cold",
          attachments: [
            { mime: "image/png", url: "data:image/png;base64,AAAA" },
            { mime: "text/html", url: "https://example.org/x", filename: "x.html" },
          ],
        };
      }),
      { kind: "think" },
    );
    const asked: string[] = [];
    await using runtime = createToolRuntime({
      tools: [tool],
      backend: memoryBackend(),
      onEvent: (event) => {
        if (event.type === "tool-progress") progress.push(event);
        if (event.type === "tool-approval-request") asked.push(JSON.stringify(event.request));
      },
      permissions: [{ tool: "weather", verdict: "allow" }],
      onApproval: () => true,
    });
    const result = await runtime.execute(
      { id: "c1", name: "weather", input: { city: "Oslo" } },
      { messageId: "m1", agent: "build", extra: { a: 1 } },
    );
    expect(result).toMatchObject({
      status: "done",
      content: [
        { type: "text", text: "cold" },
        { type: "image", mediaType: "image/png", data: "AAAA" },
        { type: "text", text: "\n[attachment x.html (text/html)]" },
      ],
      metadata: { title: "Weather in Oslo", degrees: 3, step: 1 },
    });
    expect(context).toMatchObject({ messageID: "m1", agent: "build", callID: "c1", extra: { a: 1 } });
    expect(context?.sessionID).toBe(runtime.defaultSession.id);
    expect(context?.abort).toBeInstanceOf(AbortSignal);
    expect(JSON.stringify(progress)).toContain("Asking");
  });

  it("fails with rejected-by-user when the answer to its question is no, and words its own errors", async () => {
    const tool = await fromOpenCodeTool(
      weather(async (_args, { ask }) => {
        await ask({ permission: "webfetch" });
        return { output: "never" };
      }),
      { kind: "fetch" },
    );
    await using runtime = createToolRuntime({
      tools: [tool, echoTool],
      permissions: [{ tool: "weather", path: "/never/**", verdict: "allow" }],
      onApproval: ({ input }) => JSON.stringify(input).includes("Oslo"),
    });
    const wrong = await runtime.execute({ id: "1", name: "weather", input: {} });
    expect(wrong.error?.message).toBe("1 problem");
    const asked: number[] = [];
    await using second = createToolRuntime({
      tools: [tool],
      onApproval: () => asked.push(1) === 1,
    });
    const refused = await second.execute({ id: "1", name: "weather", input: { city: "Oslo" } });
    expect(refused).toMatchObject({
      status: "error",
      error: {
        errorCode: "rejected-by-user",
        message: "The permission webfetch was not granted. Continue without it.",
      },
    });
  });
});
