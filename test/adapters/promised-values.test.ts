import { describe, expect, it } from "vitest";
import * as aiSdk from "../../src/adapters/ai-sdk/index.js";
import * as anthropic from "../../src/adapters/anthropic/index.js";
import * as google from "../../src/adapters/google/index.js";
import * as langchain from "../../src/adapters/langchain/index.js";
import * as openai from "../../src/adapters/openai/index.js";
import { createToolRuntime, defineTool, z } from "../runtime/fixtures.js";
import { expectWellFormed, watchProcess } from "../runtime/well-formed.js";

const rejecting = () => Promise.reject(new Error("never awaited"));

/** Values that hold promises which reject, as data and behind getters that return another promise at each read. */
const VALUES: readonly (() => unknown)[] = [
  () => rejecting(),
  () => [rejecting(), { id: rejecting(), name: rejecting(), args: rejecting() }],
  () => ({
    get value() {
      return rejecting();
    },
    get type() {
      return rejecting();
    },
  }),
  () => ({
    type: "json",
    get value() {
      return {
        get inner() {
          return rejecting();
        },
      };
    },
  }),
  () => ({
    type: "content",
    value: [rejecting(), { type: "text", text: rejecting() }, { type: "x", y: rejecting() }],
  }),
  () => ({ type: "text", value: { toJSON: rejecting } }),
];

/** Values of a reply that hold promises as data, as JSON that was not awaited does. */
const PROMISES = [
  () => rejecting(),
  () => [rejecting(), { id: rejecting(), name: rejecting(), args: rejecting() }],
  () => ({ type: "tool_use", inner: { list: [rejecting()] }, function: rejecting() }),
];

const REPLIES: Readonly<Record<string, (value: unknown) => readonly unknown[]>> = {
  calls: (value) => [value, { tool_calls: value, invalid_tool_calls: [value] }, { toolCalls: [value] }],
  "Anthropic blocks": (value) => [
    [{ type: "tool_use", id: value, name: value, input: value }],
    { content: [value] },
  ],
  "OpenAI items": (value) => [
    { output: [value, { type: "function_call", call_id: value, name: value, arguments: value }] },
    { choices: [{ message: { tool_calls: [{ id: value, type: "function", function: value }] } }] },
  ],
  "Google parts": (value) => [
    { candidates: [{ content: { parts: [{ functionCall: { id: value, name: "x", args: value } }] } }] },
  ],
  "LangChain calls": (value) => [{ tool_calls: [{ id: value, name: value, args: value }, value] }],
  "AI SDK parts": (value) => [
    { content: [{ type: "tool-call", toolCallId: value, toolName: value, input: value }] },
  ],
};

describe.each(Object.entries({ aiSdk, anthropic, google, langchain, openai }))(
  "parseToolCalls of %s",
  (_name, { parseToolCalls }) => {
    it.each(Object.entries(REPLIES))(
      "returns calls without an unhandled rejection for %s that hold promises",
      async (_kind, make) => {
        const watched = watchProcess();
        const tool = defineTool({
          name: "x",
          description: "Takes all.",
          inputSchema: z.looseObject({}),
          execute: () => "fine",
        });
        const runtime = createToolRuntime({ tools: [tool], permissions: "allow-all" });
        for (const makeValue of PROMISES) {
          for (const reply of make(makeValue())) {
            const calls = parseToolCalls(reply as never);
            expectWellFormed(calls, await runtime.executeBatch(calls));
          }
        }
        await watched.none();
      },
    );
  },
);

describe("toModelOutput of a tool of the AI SDK", () => {
  it("returns garbage and the call has one result", async () => {
    const watched = watchProcess();
    for (const make of VALUES) {
      for (const toModelOutput of [make, async () => make()]) {
        for (const output of [() => "output", () => make()]) {
          const tools = aiSdk.fromToolSet({
            x: { inputSchema: z.looseObject({}), execute: output, toModelOutput } as never,
          });
          const runtime = createToolRuntime({ tools, permissions: "allow-all" });
          const call = { id: "1", name: "x", input: {} };
          const result = await runtime.execute(call);
          // The getters of the output would return further promises.
          expectWellFormed([call], [{ ...result, result: undefined } as never]);
        }
      }
    }
    await watched.none();
  });
});

describe("toToolApproval", () => {
  const runtime = createToolRuntime({ tools: [], permissions: "allow-all" });
  it.each([[null], [5], ["text"], [{ sesion: 5 }]])("refuses %j as its options", (options) => {
    expect(() => aiSdk.toToolApproval(runtime, options as never)).toThrow(/toToolApproval/);
  });

  it("takes a promise as its options or as those of a call", async () => {
    const watched = watchProcess();
    expect(aiSdk.toToolApproval(runtime, rejecting() as never)).toEqual({});
    expect(() => aiSdk.toToolApproval(runtime, { session: rejecting() } as never)).toThrow("'session'");
    const tool = defineTool({
      name: "x",
      description: "Takes all.",
      inputSchema: z.looseObject({}),
      execute: () => "fine",
    });
    const asking = createToolRuntime({ tools: [tool], permissions: [{ tool: "x", verdict: "ask" }] });
    const approval = (
      aiSdk.toToolApproval(asking) as unknown as Record<string, (input: unknown, options: unknown) => unknown>
    ).x;
    // Each promise is made when it is passed: until then it is the test that would have to handle its rejection.
    const made = [() => null, rejecting, () => ({ toolCallId: rejecting() }), () => ({ toolCallId: 5 })];
    for (const make of [() => undefined, ...made]) {
      expect(await approval?.({}, make())).toMatchObject({ type: "user-approval" });
    }
    await watched.none();
  });
});
