import { describe, expect, it } from "vitest";
import * as aiSdk from "../../src/adapters/ai-sdk/index.js";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as google from "../../src/adapters/google/index.js";
import * as langchain from "../../src/adapters/langchain/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import type { ToolCall } from "../../src/contract/index.js";
import { ENDLESS, endless, endlessList, LEVELS } from "../endless-values.js";
import { createToolRuntime, defineTool, z } from "../runtime/fixtures.js";

const anything = defineTool({
  name: "anything",
  description: "Takes any input.",
  kind: "think",
  inputSchema: z.looseObject({}),
  execute: () => "done",
});
const tools = createToolRuntime({ tools: [anything] }).tools();
const DEEP_JSON = `${'{"text":'.repeat(LEVELS)}1${"}".repeat(LEVELS)}`;

/** Parses a reply with one call whose input is a value. */
const ADAPTERS: Readonly<Record<string, (input: unknown) => readonly ToolCall[]>> = {
  anthropic: (input) =>
    anthropic.parseToolCalls(
      { stop_reason: "tool_use", content: [{ type: "tool_use", id: "a", name: "anything", input }] } as never,
      { tools },
    ),
  "openai responses": (input) =>
    openai.parseToolCalls(
      { output: [{ type: "function_call", call_id: "a", name: "anything", arguments: input }] } as never,
      { tools },
    ),
  "openai chat": (input) =>
    openai.parseToolCalls(
      {
        choices: [
          {
            message: {
              tool_calls: [{ id: "a", type: "function", function: { name: "anything", arguments: input } }],
            },
          },
        ],
      } as never,
      { tools },
    ),
  google: (input) =>
    google.parseToolCalls(
      {
        candidates: [{ content: { parts: [{ functionCall: { id: "a", name: "anything", args: input } }] } }],
      } as never,
      { tools },
    ),
  "ai-sdk": (input) =>
    aiSdk.parseToolCalls(
      { toolCalls: [{ type: "tool-call", toolCallId: "a", toolName: "anything", input }] } as never,
      { tools },
    ),
  langchain: (input) =>
    langchain.parseToolCalls({ tool_calls: [{ id: "a", name: "anything", args: input }] } as never, {
      tools,
    }),
};

/** Parses a value as a whole reply. */
const REPLIES: Readonly<Record<string, (reply: unknown) => readonly ToolCall[]>> = {
  anthropic: (reply) => anthropic.parseToolCalls(reply as never, { tools }),
  openai: (reply) => openai.parseToolCalls(reply as never, { tools }),
  google: (reply) => google.parseToolCalls(reply as never, { tools }),
  "ai-sdk": (reply) => aiSdk.parseToolCalls(reply as never, { tools }),
  langchain: (reply) => langchain.parseToolCalls(reply as never, { tools }),
};

/** Returns the error of a parser, which must be a plain one with a message for the host. */
function outcomeOf(parse: () => readonly ToolCall[]): readonly ToolCall[] {
  try {
    return parse();
  } catch (thrown) {
    expect(thrown).not.toBeInstanceOf(RangeError);
    expect(String(thrown)).not.toMatch(/revoked|stack|is not iterable|undefined/);
    return [];
  }
}

describe.each(Object.entries(ADAPTERS))("a call of %s", (_name, parse) => {
  it.each([...ENDLESS, [`JSON text of ${LEVELS} levels`, () => DEEP_JSON] as const])(
    "refuses a call with a code if its input is %s",
    async (_title, make) => {
      const calls = parse(make());
      expect(calls).toHaveLength(1);
      const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
      const [result] = await runtime.executeBatch(calls);
      expect(result?.status).toBe("error");
      expect(result?.error?.errorCode).toMatch(/^invalid-(?:input|call)$/);
      expect(result?.error?.message).not.toMatch(/RangeError|call stack/);
    },
  );
});

describe.each(Object.entries(REPLIES))("a reply of %s", (_name, parse) => {
  const lists = [["a list of 4,294,967,295 objects", () => endlessList({})]] as const;
  it.each([...ENDLESS, ...lists])("does not overflow the stack or loop if it is %s", (_title, make) => {
    outcomeOf(() => parse(make()));
  });
});

/** Parts of replies with calls whose every member is a proxy without an end, as often as a list claims. */
const LISTS: Readonly<Record<string, (calls: (call: object) => unknown) => unknown>> = {
  anthropic: (calls) => anthropic.parseToolCalls(calls({ type: "tool_use" }) as never, { tools }),
  "openai responses": (calls) => openai.parseToolCalls(calls({ type: "function_call" }) as never, { tools }),
  "openai shell": (calls) =>
    openai.parseToolCalls(calls({ type: "shell_call", action: { commands: endlessList("ls") } }) as never, {
      tools,
    }),
  google: (calls) => google.parseToolCalls(calls({}) as never, { tools }),
  "google with parameters": (calls) =>
    google.parseToolCalls(
      calls({ functionCall: { name: "anything", args: endless(["a", "b", "c"]) } }) as never,
      {
        tools,
      },
    ),
  "ai-sdk": (calls) => aiSdk.parseToolCalls(calls({ type: "tool-call" }) as never, { tools }),
  langchain: (calls) => langchain.parseToolCalls({ tool_calls: calls({}) } as never, { tools }),
};

/** Returns an object with the given members, and proxies without an end at all other names. */
function withEndlessRest(members: object): object {
  return new Proxy(members, {
    get: (target, name, receiver) =>
      Object.hasOwn(target, name) || typeof name === "symbol" || name === "then"
        ? Reflect.get(target, name, receiver)
        : endless(),
  });
}

describe.each(Object.entries(LISTS))("a reply of %s", (_name, parse) => {
  it.each<[string, (call: object) => unknown]>([
    ["a list that claims 4,294,967,295 calls", (call) => endlessList(withEndlessRest(call))],
    ["1,000,000 calls", (call) => new Array(1_000_000).fill(withEndlessRest(call))],
  ])("reads %s with endless members in bounded time", (_title, calls) => {
    const before = process.cpuUsage();
    parse(calls);
    const { user, system } = process.cpuUsage(before);
    // Without a bound for the whole reply, each of 100,000 calls takes ten milliseconds.
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
});

describe("the runtime", () => {
  it.each(ENDLESS)("answers with a code if the input of a call is %s", async (_title, make) => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    const result = await runtime.execute({ id: "a", name: "anything", input: make() });
    expect(result.error?.errorCode).toMatch(/^invalid-(?:input|call)$/);
    expect(result.error?.message).not.toMatch(/RangeError|call stack/);
  });

  it("names the position at which an input contains itself", async () => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    const inner: Record<string, unknown> = {};
    const list = { list: [1, { inner }] };
    const messageFor = async (input: unknown) =>
      (await runtime.execute({ id: "a", name: "anything", input })).error?.message;
    inner.parent = list;
    expect(await messageFor(list)).toBe(
      "Invalid input for 'anything': it contains itself: 'list.1.inner.parent' is the whole value again. Send data as in JSON.",
    );
    inner.parent = list.list;
    expect(await messageFor(list)).toContain("'list.1.inner.parent' is 'list' again");
  });

  it("accepts an input that contains one object several times, and refuses one that does so too often", async () => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    let shared: unknown = { text: "x" };
    const input = { first: shared, second: [shared] };
    expect((await runtime.execute({ id: "a", name: "anything", input })).status).toBe("done");
    // As JSON, 40 levels would have a million million members.
    for (let level = 0; level < 40; level += 1) shared = { left: shared, right: shared };
    const refused = await runtime.execute({ id: "b", name: "anything", input: { shared } });
    expect(refused.error?.message).toContain("more than 10000 values");
  });

  it.each(ENDLESS)("answers with a code if a call is %s", async (_title, make) => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    const result = await runtime.execute(make() as never);
    expect(result.error?.errorCode).toMatch(/^invalid-(?:input|call)$/);
  });

  it.each(ENDLESS)("refuses to import %s without overflowing the stack", async (_title, make) => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    await expect(runtime.importSession(make() as never)).rejects.toMatchObject({ code: "invalid-input" });
    await expect(runtime.importSession(make() as never)).rejects.not.toThrow(/call stack|revoked proxy$/);
    const exported = { version: 1, id: "a", grants: [], states: { todos: make() } };
    await expect(runtime.importSession(exported as never)).rejects.toMatchObject({ code: "invalid-input" });
    await expect(runtime.importSession(exported as never)).rejects.not.toThrow(/call stack/);
  });

  it.each(ENDLESS)("refuses to resume %s without overflowing the stack", async (_title, make) => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    const attempts = [
      () => runtime.resume(make() as never, {}),
      () => runtime.resume([{ status: "blocked", callId: "a", request: make() }] as never, make() as never),
    ];
    for (const attempt of attempts) {
      const thrown = await (async () => attempt())().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(thrown).not.toBeInstanceOf(RangeError);
      expect(String(thrown)).not.toMatch(/is not iterable|Cannot destructure|call stack/);
    }
  });
});
