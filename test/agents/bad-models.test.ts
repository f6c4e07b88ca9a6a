import { describe, expect, it } from "vitest";
import { createToolRuntime, type ModelReply, runAgent } from "../../src/core.js";
import { call, lastTexts, modelOf, reply, tools } from "./fixtures.js";

const runtime = createToolRuntime({ tools });

const cycle: Record<string, unknown> = { text: "x" };
cycle.itself = cycle;

describe("an invalid reply of a model", () => {
  it.each<[string, unknown, RegExp]>([
    ["nothing at all", undefined, /answered undefined/],
    ["null", null, /answered null/],
    ["a string", "hello", /a string/],
    ["a list", [], /an array/],
    ["an object of nothing", {}, /without text and toolCalls/],
    ["a text that is a number", { text: 3, toolCalls: [] }, /text field that is a number/],
    ["calls that are a string", { text: "", toolCalls: "Read" }, /toolCalls that are a string/],
    ["calls that are an object", { text: "", toolCalls: { name: "echo" } }, /an object instead of an array/],
    [
      "something that throws when it is read",
      Object.defineProperty({}, "text", {
        enumerable: true,
        get: () => {
          throw new Error("no");
        },
      }),
      /cannot be read \(no\)/,
    ],
  ])("ends with model-failed for %s", async (_what, answer, problem) => {
    const model = modelOf(() => answer);
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", text: "", steps: 1 });
    expect(result.problem).toMatch(problem);
    expect(model.requests).toHaveLength(1);
  });
});

describe("an empty reply of a model", () => {
  it("asks once more after an empty reply, then ends with model-failed", async () => {
    const model = modelOf(() => reply("  "));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", steps: 2 });
    expect(result.problem).toBe("The model returned an empty reply twice in a row.");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.stringContaining("empty"),
    });
  });

  it("continues when the second reply is not empty", async () => {
    const model = modelOf((_request, turn) => (turn === 1 ? reply("") : reply("Here.")));
    expect(await runAgent({ runtime, model, prompt: "Go." })).toMatchObject({ ended: "done", text: "Here." });
  });
});

describe("a model that throws", () => {
  it.each<[string, () => never]>([
    [
      "in its promise",
      () => {
        throw new Error("429 Too many requests");
      },
    ],
  ])("ends with model-failed %s", async (_how, fail) => {
    const result = await runAgent({ runtime, model: modelOf(fail), prompt: "Go." });
    expect(result).toMatchObject({
      ended: "model-failed",
      problem: "The model could not be asked: 429 Too many requests.",
    });
  });

  it("ends with model-failed when the model throws before it returns a promise, or throws a value that is not an error", async () => {
    const generate = () => {
      throw null;
    };
    const result = await runAgent({ runtime, model: { generate }, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", problem: "The model could not be asked: null." });
  });

  it("keeps the results of earlier turns when the model fails", async () => {
    const model = modelOf((_request, turn) => {
      if (turn === 2) throw new Error("gone");
      return reply("First I look.", [call("a")]);
    });
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", text: "First I look.", steps: 2 });
    expect(result.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });
});

describe("a model that repeats the same calls", () => {
  it.each<[string, (turn: number) => string, number]>([
    ["one after the other", () => "same", 3],
    ["two in turn", (turn) => (turn % 2 === 0 ? "even" : "odd"), 6],
  ])("stops an agent that repeats the same calls: %s", async (_how, textOf, steps) => {
    const allowing = createToolRuntime({ tools, permissions: "allow-all" });
    const model = modelOf((_request, turn) => reply("Again.", [call(textOf(turn))]));
    const result = await runAgent({ runtime: allowing, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "repeated-calls", steps, text: "Again." });
    expect(result.problem).toContain("repeatedly with the same results");
  });

  it("lets the runtime's own guard stop a repetition, and waits for no approver", async () => {
    const model = modelOf(() => reply("Again.", [call("same")]));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "repeated-calls", steps: 3 });
    expect(result.blocked).toBeUndefined();
  });

  it("continues a repetition that the approver allows", async () => {
    let asked = 0;
    const approving = createToolRuntime({
      tools,
      onApproval: () => {
        asked += 1;
        return true;
      },
    });
    const model = modelOf((_request, turn) => (turn < 6 ? reply("", [call("same")]) : reply("There.")));
    const result = await runAgent({ runtime: approving, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "done", steps: 6 });
    expect(asked).toBeGreaterThan(0);
  });

  it("does not stop repeated calls with new results", async () => {
    let count = 0;
    const counting = createToolRuntime({
      tools,
      permissions: "allow-all",
      middleware: [
        async (_call, next) => {
          count += 1;
          return { ...(await next()), content: [{ type: "text", text: `${count}` }] };
        },
      ],
    });
    const model = modelOf((_request, turn) => (turn < 8 ? reply("", [call("poll")]) : reply("Ready.")));
    expect(await runAgent({ runtime: counting, model, prompt: "Go." })).toMatchObject({ ended: "done" });
  });
});

describe("a model that calls tools it was not offered", () => {
  it("returns an error with the offered tools for an unknown tool, and continues", async () => {
    const model = modelOf((_request, turn) =>
      turn === 1
        ? reply("", [{ name: "break", input: { what: "it" } }, { name: "nonsense" }, call("fine")])
        : reply("Sorry."),
    );
    const result = await runAgent({ runtime, model, prompt: "Go.", tools: ["echo"] });
    expect(result.ended).toBe("done");
    expect(lastTexts(model.requests[1] ?? { messages: [] })).toEqual([
      `You have no tool named "break". Use one of these: echo.`,
      `You have no tool named "nonsense". Use one of these: echo.`,
      "fine",
    ]);
  });

  it("stops an agent that keeps calling unknown tools", async () => {
    const model = modelOf((_request, turn) => reply("Now.", [{ name: `tool-${turn}` }]));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "repeated-calls", steps: 3 });
    expect(result.problem).toContain("does not have");
  });

  it("refuses a tool that was not offered by alias or in another case", async () => {
    const model = modelOf((_request, turn) =>
      turn === 1 ? reply("", [{ name: "BREAK", input: { what: "it" } }]) : reply("ok"),
    );
    await runAgent({ runtime, model, prompt: "Go.", tools: (tool) => tool.name === "echo" });
    expect(lastTexts(model.requests[1] ?? { messages: [] })[0]).toContain(`no tool named "BREAK"`);
  });
});

describe("malformed calls of a model", () => {
  it("returns one result for each malformed call, under its id or a numbered id", async () => {
    const toolCalls = [
      call("a", "x"),
      call("b", "x"),
      call("c", "x#2"),
      { id: 5, name: "echo", input: { text: "d" } },
      { id: "e", name: { of: "echo" }, input: {} },
      "garbage",
      null,
    ];
    const model = modelOf((_request, turn) => (turn === 1 ? { toolCalls, raw: "x twice" } : reply("ok")));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result.ended).toBe("done");
    const [, assistant, tool] = result.messages;
    expect(assistant).toMatchObject({ role: "assistant", text: "" });
    expect(assistant).not.toHaveProperty("raw");
    const given = assistant?.role === "assistant" ? assistant.toolCalls.map(({ id }) => id) : [];
    const results = tool?.role === "tool" ? tool.results : [];
    expect(given).toEqual(results.map(({ callId }) => callId));
    expect(results.map(({ callId }) => callId)).toEqual([
      "x",
      "x#3",
      "x#2",
      "call-3",
      "e",
      "call-5",
      "call-6",
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "done",
      "done",
      "done",
      "done",
      "error",
      "error",
      "error",
    ]);
    expect(lastTexts(model.requests[1] ?? { messages: [] }).slice(0, 4)).toEqual(["a", "b", "c", "d"]);
  });

  it("resumes one of two calls with the same id", async () => {
    const asking = createToolRuntime({ tools });
    const model = modelOf(() =>
      reply("", [call("seen", "x"), { id: "x", name: "break", input: { what: "the vase" } }]),
    );
    const { messages } = await runAgent({ runtime: asking, model, prompt: "Go." });
    const last = messages.at(-1);
    const waiting = last?.role === "tool" ? last.results : [];
    const [seen, broken] = await asking.resume(waiting, { "x#2": true });
    expect(seen).toMatchObject({ callId: "x", status: "done", toolName: "echo" });
    expect(broken).toMatchObject({ callId: "x#2", status: "done", toolName: "break" });
  });

  it("returns an error for inputs that are not JSON", async () => {
    const model = modelOf((_request, turn) =>
      turn === 1
        ? {
            text: "",
            toolCalls: [
              { id: "1", name: "echo", input: cycle },
              { id: "2", name: "echo", input: 3n },
            ],
          }
        : reply("ok"),
    );
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "done", usageEstimated: true });
  });

  it("refuses the calls of a turn above the limit", async () => {
    const many = Array.from({ length: 150 }, (_value, index) => call(`${index}`, `${index}`));
    const model = modelOf((_request, turn) => (turn === 1 ? reply("", many) : reply("ok")));
    await runAgent({ runtime, model, prompt: "Go." });
    const texts = lastTexts(model.requests[1] ?? { messages: [] });
    expect(texts).toHaveLength(150);
    expect(texts[127]).toBe("127");
    expect(texts[128]).toContain("Only 128 calls");
  });
});

describe("a model that changes its request", () => {
  it("keeps the conversation unchanged when the model changes its request", async () => {
    const model = modelOf((request, turn) => {
      const { messages, tools: given } = request as unknown as Record<"messages" | "tools", object[]>;
      for (const message of messages) Object.assign(message, { role: "user", content: null });
      messages.length = 0;
      messages.push([]);
      given.length = 0;
      return turn < 3 ? reply("", [call(`${turn}`)]) : reply("done");
    });
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "done", steps: 3 });
    expect(result.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
    ]);
  });
});

describe("a model with too many calls", () => {
  it.each<[string, unknown, RegExp]>([
    ["more calls than the limit", Array.from({ length: 10_001 }, () => call("x")), /10001 calls/],
    ["a list of four thousand million", new Array(2 ** 32 - 1), /4294967295 calls/],
    ["calls of many characters", [call("x".repeat(10_000_001))], /calls of 100000\d\d characters/],
    ["a name of many characters", [{ name: "x".repeat(10_000_001) }], /calls of 100000\d\d characters/],
  ])("ends with model-failed for %s", async (_what, toolCalls, problem) => {
    const model = modelOf(() => ({ text: "", toolCalls }));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", steps: 1 });
    expect(result.problem).toMatch(problem);
  });

  it("returns a result for each of ten thousand calls with one id", async () => {
    const many = Array.from({ length: 10_000 }, (_value, index) => call(`${index}`, "same"));
    const model = modelOf((_request, turn) => (turn === 1 ? reply("", many) : reply("ok")));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    const [, , tool] = result.messages;
    const ids = tool?.role === "tool" ? tool.results.map(({ callId }) => callId) : [];
    expect(new Set(ids).size).toBe(10_000);
  });

  it("leaves no hole in the results for a missing call", async () => {
    const sparse = [call("a", "1")];
    sparse[2] = call("b", "3");
    const model = modelOf((_request, turn) => (turn === 1 ? { toolCalls: sparse } : reply("ok")));
    await runAgent({ runtime, model, prompt: "Go." });
    expect(lastTexts(model.requests[1] ?? { messages: [] })).toHaveLength(3);
  });
});

describe("a model with too much text", () => {
  it("keeps the start of a huge text", async () => {
    const model = modelOf(() => reply("é".repeat(3_000_000), [], { raw: "all of it" }));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result.ended).toBe("done");
    expect(result.text.length).toBeLessThan(1_001_000);
    expect(result.text).toContain("2000000 more characters");
    expect(result.messages.at(-1)).not.toHaveProperty("raw");
  });

  it("distinguishes a truncated answer from a complete one", async () => {
    const model = modelOf(() => reply("And then", [], { truncated: true }));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "max-tokens", text: "And then" });
    expect(result.problem).toContain("was truncated");
  });

  it("refuses all calls of a truncated reply", async () => {
    let ran = 0;
    const own = createToolRuntime({
      tools,
      middleware: [
        (_call, next) => {
          ran += 1;
          return next();
        },
      ],
    });
    const model = modelOf(
      (_request, turn): ModelReply =>
        turn === 1 ? reply("", [call("half a te")], { truncated: true }) : reply("ok"),
    );
    const result = await runAgent({ runtime: own, model, prompt: "Go." });
    expect(result.ended).toBe("done");
    expect(ran).toBe(0);
    expect(lastTexts(model.requests[1] ?? { messages: [] })[0]).toContain("truncated at its limit");
  });
});
