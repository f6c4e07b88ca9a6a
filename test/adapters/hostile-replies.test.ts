import { describe, expect, it } from "vitest";
import * as aiSdk from "../../src/adapters/ai-sdk/index.js";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as google from "../../src/adapters/google/index.js";
import * as langchain from "../../src/adapters/langchain/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import { ignoreRejection } from "../../src/contract/index.js";
import { createToolRuntime, echoTool } from "../runtime/fixtures.js";
import { RETURNED, revokedProxy, throwingProxy } from "../runtime/hostile-values.js";
import { watchProcess } from "../runtime/well-formed.js";

const input = { text: "x" };
const written = JSON.stringify(input);
const runtime = createToolRuntime({ tools: [echoTool], permissions: "allow-all" });
const tools = runtime.tools();

/** Replies with calls of `echo` and of the tools that a provider defines. */
const REPLIES: Readonly<Record<string, readonly [parse: (reply: never) => unknown, ...replies: unknown[]]>> =
  {
    anthropic: [
      (reply) => anthropic.parseToolCalls(reply, { tools }),
      { stop_reason: "tool_use", content: [{ type: "tool_use", id: "t1", name: "echo", input }] },
      { stop_reason: "max_tokens", content: [{ type: "tool_use", id: "t1", name: "echo", input }] },
    ],
    openai: [
      (reply) => openai.parseToolCalls(reply, { tools }),
      {
        output: [
          { type: "function_call", call_id: "c1", name: "echo", arguments: written },
          { type: "shell_call", call_id: "c2", action: { commands: ["ls", "pwd"], timeout_ms: 5 } },
          { type: "apply_patch_call", call_id: "c3", operation: { type: "update_file", path: "a" } },
          { type: "custom_tool_call", call_id: "c4", name: "echo", input: "x" },
        ],
      },
      {
        choices: [
          {
            message: {
              tool_calls: [{ id: "a", type: "function", function: { name: "echo", arguments: written } }],
            },
          },
        ],
      },
    ],
    google: [
      (reply) => google.parseToolCalls(reply, { tools }),
      { candidates: [{ content: { parts: [{ functionCall: { id: "a", name: "echo", args: input } }] } }] },
    ],
    "ai-sdk": [
      (reply) => aiSdk.parseToolCalls(reply, { tools }),
      { toolCalls: [{ type: "tool-call", toolCallId: "a", toolName: "echo", input }] },
      { content: [{ type: "tool-call", toolCallId: "a", toolName: "echo", input }] },
    ],
    langchain: [
      (reply) => langchain.parseToolCalls(reply, { tools }),
      {
        tool_calls: [{ id: "a", name: "echo", args: input }],
        invalid_tool_calls: [{ id: "b", name: "echo", args: "{" }],
      },
    ],
  };

const CONVERSIONS: Readonly<Record<string, (results: never) => unknown>> = {
  anthropic: (results) => anthropic.toToolResults(results),
  "openai responses": (results) => openai.toToolResults(results),
  "openai chat": (results) => openai.toToolResults(results, { api: "chat" }),
  google: (results) => google.toToolResults(results),
  "ai-sdk": (results) => aiSdk.toToolResults(results),
  langchain: (results) => langchain.toToolResults(results),
};

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))];
}

/** Returns a copy of a value in which one member is defined anew. */
function withMember(value: unknown, path: Path, member: (original: unknown) => PropertyDescriptor): unknown {
  const copy = structuredClone(value);
  const name = path.at(-1) ?? "";
  const owner = path
    .slice(0, -1)
    .reduce<unknown>((each, key) => (each as Record<string, unknown>)[key], copy) as Record<string, unknown>;
  Object.defineProperty(owner, name, { enumerable: true, ...member(owner[name]) });
  return copy;
}

/** Getters that throw at their first or second read, or give something else out the second time. */
const GETTERS: readonly ((original: unknown) => PropertyDescriptor)[] = [
  () => ({
    get() {
      throw new Error("a getter throws");
    },
  }),
  () => ({
    get() {
      throw null;
    },
  }),
  (original) => {
    let reads = 0;
    return {
      get() {
        reads += 1;
        if (reads > 1) throw new Error("a getter throws");
        return original;
      },
    };
  },
  (original) => {
    let reads = 0;
    return { get: () => (reads++ === 0 ? original : undefined) };
  },
];

const VALUES: readonly (() => unknown)[] = [
  ...Object.entries(RETURNED)
    .filter(([name]) => !name.includes("million"))
    .map(([, make]) => make),
  () => new Proxy([], { get: () => throwingProxy() }),
  () => Object.assign([{}], { entries: 5, map: 5, flatMap: 5, [Symbol.iterator]: 5 }),
  () => ({ toJSON: () => 7n }),
  () => new Date(Number.NaN),
];

/** Yields copies of a value with something hostile at each position, and in the place of the whole. */
function* hostileCopies(value: unknown): Generator<unknown> {
  for (const make of VALUES) yield make();
  for (const path of pathsIn(value).filter(({ length }) => length > 0)) {
    for (const make of VALUES) yield withMember(value, path, () => ({ value: make() }));
    for (const getter of GETTERS) yield withMember(value, path, getter);
  }
}

/** A message of the engine about a value, which names neither function nor field. */
const RAW =
  /^(?:.* is not iterable|Cannot (?:read|destructure|perform|convert)|.* is not a function|a getter throws|a trap throws|Do not know|Converting)/;

describe.each(Object.entries(REPLIES))("parseToolCalls of %s", (_name, [parse, ...replies]) => {
  it("returns calls that the pipeline answers, whatever in the reply throws or lies", async () => {
    const watched = watchProcess();
    const good = { id: "good", name: "echo", input };
    for (const reply of replies)
      for (const hostile of hostileCopies(reply)) {
        ignoreRejection(hostile);
        const calls = parse(hostile as never) as (typeof good)[];
        const results = await runtime.executeBatch([...calls, good]);
        expect(results).toHaveLength(calls.length + 1);
        expect(results.at(-1)).toMatchObject({ callId: "good", status: "done" });
      }
    await watched.none();
  }, 60_000);

  it("does not run a call whose input cannot be read as a call without parameters", async () => {
    for (const reply of replies) {
      const path = pathsIn(reply).find((each) => /^(?:input|args|arguments)$/.test(String(each.at(-1))));
      const [getter] = GETTERS;
      if (path === undefined || getter === undefined) throw new Error("no input in the reply");
      const [call] = parse(withMember(reply, path, getter) as never) as never[];
      const { error } = await runtime.execute(call as never);
      expect(error?.message).toMatch(/cannot be read|cut off|truncated|not (?:complete|valid) JSON/);
    }
  });
});

describe("toToolResults", () => {
  it.each(Object.entries(CONVERSIONS))(
    "toToolResults of %s converts hostile results or refuses them with the entry and the field",
    async (_name, convert) => {
      const watched = watchProcess();
      const results = JSON.parse(
        JSON.stringify(
          await runtime.executeBatch([
            { id: "1", name: "echo", input },
            { id: "2", name: "nothing", input },
          ]),
        ),
      ) as { content: unknown[] }[];
      results[0]?.content.push(
        { type: "json", value: { a: 1 } },
        { type: "file", data: "JVBERi0=", mediaType: "application/pdf", name: "a.pdf" },
      );
      expect(convert(results as never)).toBeDefined();
      let refused = 0;
      for (const hostile of hostileCopies(results)) {
        ignoreRejection(hostile);
        try {
          JSON.stringify(convert(hostile as never));
        } catch (thrown) {
          refused += 1;
          expect(thrown).toBeInstanceOf(TypeError);
          expect((thrown as Error).message).not.toMatch(RAW);
          expect((thrown as Error).message).toMatch(/results\[\d\]|the list of results/);
        }
      }
      expect(refused).toBeGreaterThan(0);
      await watched.none();
    },
    60_000,
  );

  it("names the field of a result that was altered", () => {
    const result = {
      callId: "1",
      requestedName: "echo",
      status: "done",
      content: [{ type: "text", text: 5 }],
    };
    expect(() => anthropic.toToolResults([result] as never)).toThrow(
      "toToolResults expects results[0].content[0].text to be a string, but got 5.",
    );
    expect(() => openai.toToolResults(revokedProxy() as never)).toThrow(
      "toToolResults expects the list of results, but got an object that cannot be read.",
    );
  });
});
