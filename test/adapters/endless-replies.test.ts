import { describe, expect, it } from "vitest";
import * as aiSdk from "../../src/adapters/ai-sdk/index.js";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as google from "../../src/adapters/google/index.js";
import * as langchain from "../../src/adapters/langchain/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import type { ToolCall } from "../../src/contract/index.js";
import { createToolRuntime, defineTool, z } from "../runtime/fixtures.js";

const LEVELS = 20_000;

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = "x";
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

/** An object that has another one like it at every name, without end. */
function endless(target: object = {}): unknown {
  return new Proxy(target, {
    get: (_target, name) => (typeof name === "symbol" || name === "then" ? undefined : endless()),
    has: () => true,
    ownKeys: () => ["more"],
    getOwnPropertyDescriptor: (_target, name) =>
      name === "more"
        ? { value: endless(), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
}

/** A list that never ends, for code that trusts its length or its iterator. */
function endlessList(item: unknown): unknown {
  return new Proxy([], {
    get(target, name) {
      if (name === "length") return 4_294_967_295;
      return typeof name === "string" && /^\d+$/.test(name) ? item : Reflect.get(target, name);
    },
  });
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const HOSTILE: readonly (readonly [string, () => unknown])[] = [
  [`an object of ${LEVELS} levels`, () => nested(LEVELS, (inner) => ({ text: inner }))],
  [`a list of ${LEVELS} levels`, () => nested(LEVELS, (inner) => [inner])],
  ["a proxy without end", () => endless()],
  ["a list of 4,294,967,295 numbers", () => endlessList(1)],
  ["a revoked proxy", () => revoked({})],
  ["a revoked list", () => revoked([])],
];

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
  it.each([...HOSTILE, [`JSON text of ${LEVELS} levels`, () => DEEP_JSON] as const])(
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
  const replies = HOSTILE.filter(([title]) => !title.startsWith("a list of 4"));
  it.each([...replies, ...lists])("does not overflow the stack or loop if it is %s", (_title, make) => {
    outcomeOf(() => parse(make()));
  });
});

describe("the runtime", () => {
  it.each(HOSTILE)("answers with a code if the input of a call is %s", async (_title, make) => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    const result = await runtime.execute({ id: "a", name: "anything", input: make() });
    expect(result.error?.errorCode).toMatch(/^invalid-(?:input|call)$/);
    expect(result.error?.message).not.toMatch(/RangeError|call stack/);
  });

  it.each(HOSTILE)("answers with a code if a call is %s", async (_title, make) => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    const result = await runtime.execute(make() as never);
    expect(result.error?.errorCode).toMatch(/^invalid-(?:input|call)$/);
  });

  const finite = HOSTILE.filter(([title]) => title !== "a proxy without end");

  it.each(finite)("refuses to import %s without overflowing the stack", async (_title, make) => {
    const runtime = createToolRuntime({ tools: [anything], permissions: "allow-all" });
    await expect(runtime.importSession(make() as never)).rejects.toMatchObject({ code: "invalid-input" });
    await expect(runtime.importSession(make() as never)).rejects.not.toThrow(/call stack|revoked proxy$/);
  });

  it.each(HOSTILE)("refuses to resume %s without overflowing the stack", async (_title, make) => {
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
