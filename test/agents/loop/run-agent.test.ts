import { describe, expect, it } from "vitest";
import { type AgentEvent, createToolRuntime, defineTool, jsonSchema, runAgent } from "../../../src/core.js";
import { call, lastTexts, modelOf, reply, tools } from "../fixtures.js";

const runtime = createToolRuntime({ tools });

describe("runAgent", () => {
  it("carries out calls and returns their results until the model answers", async () => {
    const model = modelOf((_request, turn) =>
      turn === 1 ? reply("I look.", [call("one"), call("two")]) : reply("Found it."),
    );
    const events: AgentEvent[] = [];
    const result = await runAgent({
      runtime,
      model,
      system: "You help.",
      prompt: "Find it.",
      onEvent: (event) => events.push(event),
    });
    expect(result).toMatchObject({ ended: "done", text: "Found it.", steps: 2, trackFiles: [] });
    expect(result.problem).toBeUndefined();
    expect(model.requests[0]).toMatchObject({
      system: "You help.",
      messages: [{ role: "user", content: "Find it." }],
    });
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(["echo", "break"]);
    expect(lastTexts(model.requests[1] ?? { messages: [] })).toEqual(["one", "two"]);
    expect(result.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(events.map(({ type }) => type)).toEqual([
      "step-start",
      "model-reply",
      "results",
      "step-start",
      "model-reply",
      "end",
    ]);
    expect(events.at(-1)).toEqual({ type: "end", result });
  });

  it("uses the runtime's model, and reports a missing one", async () => {
    const model = modelOf(() => reply("yes"));
    await expect(runAgent({ runtime: createToolRuntime({ model }), prompt: "Hi." })).resolves.toMatchObject({
      ended: "done",
    });
    await expect(runAgent({ runtime, prompt: "Hi." })).rejects.toThrow(/needs a model.*createToolRuntime/);
  });

  it.each<[string, unknown]>([
    ["an object that cannot be asked", {}],
    ["null", null],
    ["a list", []],
  ])("refuses a runtime whose model is %s", (_what, model) => {
    expect(() => createToolRuntime({ tools, model: model as never })).toThrow(
      /model must be an object with generate/,
    );
  });

  it.each<[string, object, RegExp]>([
    ["no prompt", {}, /prompt, or messages/],
    ["an empty prompt", { prompt: "" }, /prompt, or messages/],
    ["no turns", { prompt: "x", maxSteps: 0 }, /maxSteps must be a positive number/],
    ["half a turn", { prompt: "x", maxSteps: 1.5 }, /maxSteps/],
    ["a time of NaN", { prompt: "x", timeoutMs: Number.NaN }, /timeoutMs/],
    ["a misspelt tool", { prompt: "x", tools: ["ecko"] }, /"ecko".*no tool with that name/],
    ["messages that are none", { messages: "hello" }, /messages must be a list/],
    ["a message that is none", { messages: [null] }, /messages\[0\] must have the role/],
    ["a message of nobody", { messages: [{ role: "system", content: "x" }] }, /messages\[0\] must have/],
    ["results that are none", { messages: [{ role: "tool", results: [1] }] }, /messages\[0\].*executeBatch/],
    ["an assistant without calls", { messages: [{ role: "assistant", text: "" }] }, /toolCalls, a list/],
    ["a user without words", { messages: [{ role: "user", content: [null] }] }, /needs content/],
    ["parts that are none", { prompt: [null] }, /prompt must be/],
    ["a time of false", { prompt: "x", timeoutMs: false }, /timeoutMs.*false/],
    ["a number as text", { prompt: "x", maxSteps: "5" }, /maxSteps.*the string "5"/],
    ["a system of numbers", { prompt: "x", system: 5 }, /system must be a string/],
    ["a signal that is none", { prompt: "x", signal: "stop" }, /signal must be an AbortSignal/],
    ["a listener that is none", { prompt: "x", onEvent: {} }, /onEvent must be a function/],
    ["no runtime", { prompt: "x", runtime: undefined }, /needs a runtime/],
  ])("refuses %s", async (_what, options, message) => {
    const model = modelOf(() => reply("yes"));
    await expect(runAgent({ runtime, model, ...options })).rejects.toThrow(message);
    expect(model.requests).toHaveLength(0);
  });

  it("continues the messages of an earlier result without changing them", async () => {
    const model = modelOf((_request, turn) => reply(`answer ${turn}`));
    const first = await runAgent({ runtime, model, prompt: "One." });
    const before = JSON.stringify(first.messages);
    const second = await runAgent({ runtime, model, messages: first.messages, prompt: "Two." });
    expect(second.messages).toHaveLength(4);
    expect(model.requests[1]?.messages.slice(0, 2)).toEqual(first.messages);
    expect(JSON.stringify(first.messages)).toBe(before);
  });

  it("sends back the raw form of a turn", async () => {
    const raw = { signature: "s" };
    const model = modelOf((_request, turn) => (turn === 1 ? reply("", [call("a")], { raw }) : reply("done")));
    await runAgent({ runtime, model, prompt: "Go." });
    expect(model.requests[1]?.messages[1]).toMatchObject({ role: "assistant", raw });
  });

  it("adds up the counted tokens and estimates the others", async () => {
    const usage = { inputTokens: 10, outputTokens: 5 };
    const counted = modelOf((_request, turn) =>
      turn === 1 ? reply("", [call("a")], { usage }) : reply("done", [], { usage }),
    );
    const result = await runAgent({ runtime, model: counted, prompt: "Go." });
    expect(result.usage).toEqual({ inputTokens: 20, outputTokens: 10 });
    expect(result.usageEstimated).toBeUndefined();
    const silent = modelOf(() => reply("x".repeat(400)));
    const estimated = await runAgent({ runtime, model: silent, prompt: "y".repeat(400), tools: [] });
    expect(estimated.usage).toEqual({ inputTokens: 100, outputTokens: 100 });
    expect(estimated.usageEstimated).toBe(true);
    const lying = modelOf(() => reply("x", [], { usage: { inputTokens: -1, outputTokens: Number.NaN } }));
    expect((await runAgent({ runtime, model: lying, prompt: "z" })).usageEstimated).toBe(true);
  });

  it("lists each file that its calls changed once", async () => {
    const touch = defineTool({
      name: "touch",
      description: "Changes files.",
      kind: "think",
      inputSchema: jsonSchema({ type: "object", properties: {} }),
      executionProfile: { resourceKeys: () => [] },
      execute: () => "ok",
    });
    const own = createToolRuntime({
      tools: [touch],
      middleware: [async (_call, next) => ({ ...(await next()), trackFiles: ["/b", "/a"] })],
    });
    const model = modelOf((_request, turn) =>
      turn < 3 ? reply("", [{ name: "touch", input: { turn } }]) : reply("done"),
    );
    const result = await runAgent({ runtime: own, model, prompt: "Go." });
    expect(result.trackFiles).toEqual(["/b", "/a"]);
  });

  it("ignores a listener that throws", async () => {
    const model = modelOf(() => reply("fine"));
    const onEvent = () => {
      throw new Error("listener");
    };
    expect(await runAgent({ runtime, model, prompt: "Go.", onEvent })).toMatchObject({ ended: "done" });
  });

  it("ignores a listener that rejects, without an unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    try {
      const model = modelOf(() => reply("fine"));
      const onEvent = async () => {
        throw new Error("listener");
      };
      await runAgent({ runtime, model, prompt: "Go.", onEvent });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", listen);
    }
  });
});
