import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Agent, RunState, run } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { GoogleGenAI as GoogleGenAI3 } from "genai3";
import OpenAI from "openai";
import OpenAI7 from "openai7";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toRunnableTools as toAnthropicTools } from "../../src/adapters/anthropic/index.js";
import { toCallableTool } from "../../src/adapters/google/index.js";
import { toAgentTools, toRunnableTools as toOpenAITools } from "../../src/adapters/openai/index.js";
import { createToolRuntime, type ToolRuntimeOptions } from "../../src/index.js";
import { modelEndpoint } from "./model-endpoint.js";
import { PNG } from "./sample-results.js";

let cwd: string;
beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-runners-")));
  await writeFile(join(cwd, "dot.png"), Buffer.from(PNG, "base64"));
});
beforeEach(() => writeFile(join(cwd, "a.txt"), "one\ntwo\n"));
afterAll(() => rm(cwd, { recursive: true, force: true }));

const runtimeOf = (options: ToolRuntimeOptions = {}) =>
  createToolRuntime({ cwd, stateDirectory: join(cwd, "state"), ...options });
const content = () => readFile(join(cwd, "a.txt"), "utf8");
const editInput = (from: string, to: string) => ({ path: join(cwd, "a.txt"), old_str: from, new_str: to });

/** Calls of one turn, each with its id, name and input: two dependent edits, a read, an image, an error. */
const turn = (): readonly [string, string, object][] => [
  ["1", "edit_file", editInput("one", "1")],
  ["2", "edit_file", editInput("1\ntwo", "1\n2")],
  ["3", "Read", { path: join(cwd, "a.txt") }],
  ["4", "Read", { path: join(cwd, "dot.png") }],
  ["5", "Read", { path: join(cwd, "missing.txt") }],
];

describe("toRunnableTools in toolRunner of @anthropic-ai/sdk", () => {
  const message = (blocks: readonly object[], stop_reason: string) => ({
    ...{ id: "m", type: "message", role: "assistant", model: "m", stop_sequence: null },
    ...{ content: blocks, stop_reason, usage: { input_tokens: 1, output_tokens: 1 } },
  });

  it("runs the calls of a turn in their order, with an image and an error", async () => {
    const uses = turn().map(([id, name, input]) => ({ type: "tool_use", id, name, input }));
    const done = message([{ type: "text", text: "Done." }], "end_turn");
    await using endpoint = await modelEndpoint([message(uses, "tool_use"), done]);
    await using runtime = runtimeOf({ onApproval: () => true });
    const client = new Anthropic({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    const reply = await client.beta.messages.toolRunner({
      ...{ model: "m", max_tokens: 9 },
      messages: [{ role: "user", content: "Go." }],
      tools: toAnthropicTools(runtime),
    });
    expect(reply.content).toMatchObject([{ type: "text", text: "Done." }]);
    expect(await content()).toBe("1\n2\n");
    const answers = endpoint.requests[1]?.body.messages.at(-1).content;
    expect(answers.map(({ is_error }: { is_error?: boolean }) => is_error ?? false)).toEqual([
      ...[false, false, false, false],
      true,
    ]);
    expect(JSON.stringify(answers[2])).toContain("1: 1\\n2: 2");
    expect(JSON.stringify(answers[3])).toContain(PNG);
    expect(JSON.stringify(answers[4])).toContain("missing.txt");
  });
});

describe.each([
  ["openai 6", OpenAI],
  ["openai 7", OpenAI7 as unknown as typeof OpenAI],
])("toRunnableTools in runTools of %s", (_title, Client) => {
  const completion = (reply: object, finish_reason: string) => ({
    ...{ id: "c", object: "chat.completion", created: 1, model: "m" },
    choices: [{ index: 0, finish_reason, logprobs: null, message: { role: "assistant", ...reply } }],
  });

  it("runs the calls of a turn in their order, with notes for images and errors as text", async () => {
    const tool_calls = [
      ...turn().map(([id, name, input]) => ({
        id,
        type: "function",
        function: { name, arguments: JSON.stringify(input) },
      })),
      { id: "6", type: "function", function: { name: "Read", arguments: '{"path":"a.t' } },
    ];
    await using endpoint = await modelEndpoint([
      completion({ content: null, refusal: null, tool_calls }, "tool_calls"),
      completion({ content: "Done.", refusal: null }, "stop"),
    ]);
    await using runtime = runtimeOf({ onApproval: () => true });
    const client = new Client({ apiKey: "k", baseURL: endpoint.url, maxRetries: 0 });
    const runner = client.chat.completions.runTools({
      model: "m",
      messages: [{ role: "user", content: "Go." }],
      tools: toOpenAITools(runtime),
    });
    expect(await runner.finalContent()).toBe("Done.");
    expect(await content()).toBe("1\n2\n");
    const answers = endpoint.requests[1]?.body.messages.slice(-6);
    expect(answers[2].content).toContain("1: 1\n2: 2");
    expect(answers[3].content).toContain("cannot be shown here");
    expect(answers[4].content).toContain("missing.txt");
    expect(answers[5].content).toContain("ends unexpectedly");
  });
});

describe.each([
  ["@google/genai 2", GoogleGenAI],
  ["@google/genai 3", GoogleGenAI3 as unknown as typeof GoogleGenAI],
])("toCallableTool in %s", (_title, Client) => {
  const reply = (...parts: readonly object[]) => ({
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }],
  });

  it("runs the calls of a turn in their order, with an image and an error", async () => {
    const calls = turn().map(([id, name, args]) => ({ functionCall: { id, name, args } }));
    await using endpoint = await modelEndpoint([reply(...calls), reply({ text: "Done." })]);
    await using runtime = runtimeOf({ onApproval: () => true });
    const client = new Client({ apiKey: "k", httpOptions: { baseUrl: endpoint.url } });
    const { text } = await client.models.generateContent({
      model: "gemini-3-pro",
      contents: "Go.",
      config: { tools: [toCallableTool(runtime)] },
    });
    expect(text).toBe("Done.");
    expect(await content()).toBe("1\n2\n");
    const parts = endpoint.requests[1]?.body.contents.at(-1).parts;
    expect(JSON.stringify(parts[2])).toContain("1: 1\\n2: 2");
    expect(parts[4].functionResponse.response.error).toContain("missing.txt");
    expect(JSON.stringify(parts)).toContain(PNG);
  });
});

describe("toAgentTools in the OpenAI Agents SDK", () => {
  const done = [assistantMessage("Done.")];
  const call = ([callId, name, input]: readonly [string, string, object]) =>
    functionCall(name, input as Record<string, unknown>, { callId });
  const agentOf = (runtime: Parameters<typeof toAgentTools>[0], model: ScriptedModel) =>
    new Agent({ name: "Coder", model, tools: toAgentTools(runtime) });

  const answersOf = (model: ScriptedModel) => {
    const input = model.lastCall?.request.input;
    return Array.isArray(input) ? input.filter(({ type }) => type === "function_call_result") : [];
  };

  it("runs the calls of a turn in their order, with an image and errors", async () => {
    await using runtime = runtimeOf({ onApproval: () => true });
    const model = new ScriptedModel([turn().map(call), done]);
    const result = await run(agentOf(runtime, model), "Go.");
    expect(result.finalOutput).toBe("Done.");
    expect(await content()).toBe("1\n2\n");
    const answers = answersOf(model);
    expect(JSON.stringify(answers[2])).toContain("1: 1\\n2: 2");
    expect(JSON.stringify(answers[3])).toContain(PNG);
    expect(JSON.stringify(answers[4])).toContain("missing.txt");
  });

  it("does not run a call with truncated arguments, about which the SDK itself asks", async () => {
    const cut = functionCall("Read", '{"path":"a.t', { callId: "6" });
    const model = new ScriptedModel([[cut], done]);
    await using runtime = runtimeOf({ onApproval: () => true });
    const agent = agentOf(runtime, model);
    const { state } = await run(agent, "Go.");
    for (const interruption of state.getInterruptions()) state.approve(interruption);
    expect((await run(agent, state)).finalOutput).toBe("Done.");
    expect(JSON.stringify(answersOf(model))).toContain("parsing tool arguments");
  });

  it("interrupts for an approval, and another process continues", async () => {
    const model = new ScriptedModel([[call(["1", "edit_file", editInput("one", "1")])], done]);
    let stored: string;
    {
      await using runtime = runtimeOf();
      const { state, interruptions } = await run(agentOf(runtime, model), "Go.");
      expect(interruptions.map(({ name }) => name)).toEqual(["edit_file"]);
      expect(await content()).toBe("one\ntwo\n");
      stored = state.toString();
    }
    await using runtime = runtimeOf();
    const agent = agentOf(runtime, model);
    const state = await RunState.fromString(agent, stored);
    for (const interruption of state.getInterruptions()) state.approve(interruption);
    expect((await run(agent, state)).finalOutput).toBe("Done.");
    expect(await content()).toBe("1\ntwo\n");
  });

  it("streams the events of a call and its result", async () => {
    await using runtime = runtimeOf();
    const model = new ScriptedModel([[call(["1", "Read", { path: join(cwd, "a.txt") }])], done]);
    const streamed = await run(agentOf(runtime, model), "Go.", { stream: true });
    const names: string[] = [];
    for await (const event of streamed) if (event.type === "run_item_stream_event") names.push(event.name);
    expect(names).toEqual(["tool_called", "tool_output", "message_output_created"]);
    expect(streamed.finalOutput).toBe("Done.");
  });

  it("does not run a rejected call", async () => {
    const model = new ScriptedModel([[call(["1", "edit_file", editInput("one", "1")])], done]);
    await using runtime = runtimeOf();
    const agent = agentOf(runtime, model);
    const { state } = await run(agent, "Go.");
    for (const interruption of state.getInterruptions()) state.reject(interruption);
    expect((await run(agent, state)).finalOutput).toBe("Done.");
    expect(await content()).toBe("one\ntwo\n");
  });
});
