import { describe, expect, it } from "vitest";
import * as z from "zod";
import { anthropicModel } from "../../src/adapters/anthropic/index.js";
import { openaiModel } from "../../src/adapters/openai/index.js";
import { runAgent } from "../../src/agents/index.js";
import { createToolRuntime, defineTool } from "../../src/core.js";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  kind: "read",
  inputSchema: z.object({ a: z.number().describe("One"), b: z.number().describe("Other") }),
  execute: ({ a, b }) => `${a + b}`,
});

type Request = Readonly<Record<string, unknown>> & { readonly tools?: unknown };

/** Returns a function that answers one request after the other, and the requests. */
function scripted(replies: readonly object[]) {
  const requests: Request[] = [];
  return {
    requests,
    create: async (request: object) => {
      requests.push(JSON.parse(JSON.stringify(request)) as Request);
      return replies[requests.length - 1] as never;
    },
  };
}

const usage = { input_tokens: 10, output_tokens: 1 };
const container = { id: "container_1", expires_at: "2026-12-01T00:00:00Z" };
const use = { type: "server_tool_use", id: "s1", name: "code_execution", input: { code: "add(1, 2)" } };
const caller = { type: "code_execution_20260521", tool_id: "s1" };
const call = { type: "tool_use", id: "t1", name: "add", input: { a: 1, b: 2 }, caller };
const output = {
  type: "code_execution_tool_result",
  tool_use_id: "s1",
  content: { type: "code_execution_result" },
};
const CODE_EXECUTION = { type: "code_execution_20260521", name: "code_execution" };

async function askAnthropic(replies: readonly object[]) {
  const { requests, create } = scripted(replies);
  await using runtime = createToolRuntime({ tools: [add] });
  const model = anthropicModel(
    { messages: { create } },
    {
      model: "claude",
      serverTools: [CODE_EXECUTION],
      allowedCallers: () => ["code_execution_20260521"],
    },
  );
  return { requests, result: await runAgent({ runtime, model, prompt: "1 + 2?" }) };
}

describe("programs that the API of Anthropic runs", () => {
  it("call tools of the runtime, and continue in their container", async () => {
    const { requests, result } = await askAnthropic([
      { content: [use, call], stop_reason: "tool_use", usage, container },
      { content: [output, { type: "text", text: "3" }], stop_reason: "end_turn", usage, container },
    ]);
    expect(result.text).toBe("3");
    expect(requests[0]).toMatchObject({
      tools: [{ name: "add", allowed_callers: ["code_execution_20260521"] }, CODE_EXECUTION],
    });
    expect(requests[0]).not.toHaveProperty("container");
    expect(requests[1]).toMatchObject({
      container: "container_1",
      messages: [
        { role: "user" },
        { role: "assistant", content: [use, call] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t1" }] },
      ],
    });
  });

  it("continue a turn that the API paused, which counts as one turn", async () => {
    const { requests, result } = await askAnthropic([
      { content: [use], stop_reason: "pause_turn", usage, container },
      { content: [call], stop_reason: "tool_use", usage },
      { content: [{ type: "text", text: "3" }], stop_reason: "end_turn", usage },
    ]);
    expect(result.text).toBe("3");
    expect(requests[1]).toMatchObject({
      container: "container_1",
      messages: [{ role: "user" }, { role: "assistant", content: [use] }],
    });
    expect(requests[2]).toMatchObject({
      container: "container_1",
      messages: [{ role: "user" }, { role: "assistant", content: [use, call] }, { role: "user" }],
    });
    expect(requests).toHaveLength(3);
  });

  it("end with an error if the API pauses the turn again and again", async () => {
    const { requests, create } = scripted(
      Array.from({ length: 30 }, () => ({ content: [use], stop_reason: "pause_turn", usage })),
    );
    const model = anthropicModel(
      { messages: { create } },
      { model: "claude", serverTools: [CODE_EXECUTION] },
    );
    const { signal } = new AbortController();
    const asked = { messages: [{ role: "user" as const, content: "1 + 2?" }], tools: [], signal };
    await expect(model.generate(asked)).rejects.toThrow("after 20 continuations");
    expect(requests).toHaveLength(21);
  });
});

describe("programs that the API of OpenAI runs", () => {
  it("call tools of the runtime, whose outputs name the program", async () => {
    const program = {
      type: "program",
      id: "p1",
      call_id: "call_p",
      code: "await add(1, 2)",
      fingerprint: "f",
    };
    const from = { type: "program", caller_id: "call_p" };
    const wanted = {
      type: "function_call",
      call_id: "c1",
      name: "add",
      arguments: '{"a":1,"b":2}',
      caller: from,
    };
    const done = { type: "message", content: [{ type: "output_text", text: "3" }] };
    const { requests, create } = scripted([
      { status: "completed", output: [program, wanted], usage },
      {
        status: "completed",
        output: [{ type: "program_output", call_id: "call_p", result: "3" }, done],
        usage,
      },
    ]);
    await using runtime = createToolRuntime({ tools: [add] });
    const serverTools = [{ type: "programmatic_tool_calling" }];
    const allowedCallers = () => ["programmatic" as const];
    const model = openaiModel({ responses: { create } }, { model: "gpt", serverTools, allowedCallers });
    const result = await runAgent({ runtime, model, prompt: "1 + 2?" });
    expect(result.text).toBe("3");
    expect(requests[0]).toMatchObject({
      tools: [{ name: "add", allowed_callers: ["programmatic"] }, { type: "programmatic_tool_calling" }],
    });
    expect(requests[1]?.input).toMatchObject([
      { role: "user" },
      program,
      wanted,
      { type: "function_call_output", call_id: "c1", output: "3", caller: from },
    ]);
  });
});
