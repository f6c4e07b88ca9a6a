import { describe, expect, it } from "vitest";
import { createToolRuntime, type ModelReply, runAgent } from "../../src/core.js";
import { call, lastTexts, modelOf, reply, tools } from "./fixtures.js";

const runtime = createToolRuntime({ tools });

const cycle: Record<string, unknown> = { text: "x" };
cycle.itself = cycle;

describe("a model that answers what is no reply", () => {
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

describe("a model that answers nothing", () => {
  it("is asked once more, and then it failed", async () => {
    const model = modelOf(() => reply("  "));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", steps: 2 });
    expect(result.problem).toBe("The model returned an empty reply twice in a row.");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.stringContaining("empty"),
    });
  });

  it("may do better the second time", async () => {
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

  it("ends with model-failed when it throws before it gives a promise, or throws what is no error", async () => {
    const generate = () => {
      throw null;
    };
    const result = await runAgent({ runtime, model: { generate }, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", problem: "The model could not be asked: null." });
  });

  it("keeps what was done before", async () => {
    const model = modelOf((_request, turn) => {
      if (turn === 2) throw new Error("gone");
      return reply("First I look.", [call("a")]);
    });
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", text: "First I look.", steps: 2 });
    expect(result.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  });
});

describe("a model that makes the same calls for ever", () => {
  it.each<[string, (turn: number) => string, number]>([
    ["one after the other", () => "same", 3],
    ["two in turn", (turn) => (turn % 2 === 0 ? "even" : "odd"), 6],
  ])("is stopped: %s", async (_how, textOf, steps) => {
    const allowing = createToolRuntime({ tools, permissions: "allow-all" });
    const model = modelOf((_request, turn) => reply("Again.", [call(textOf(turn))]));
    const result = await runAgent({ runtime: allowing, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "repeated-calls", steps, text: "Again." });
    expect(result.problem).toContain("repeatedly with the same results");
  });

  it("is stopped by the runtime's own guard as well, and nobody is said to be waited for", async () => {
    const model = modelOf(() => reply("Again.", [call("same")]));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "repeated-calls", steps: 3 });
    expect(result.blocked).toBeUndefined();
  });

  it("goes on where somebody says that it may", async () => {
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

  it("is left alone while something new comes of it", async () => {
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

describe("a model that calls what it was not given", () => {
  it("gets an error that names what it has, and may do better", async () => {
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

  it("is stopped when it goes on, whatever it calls", async () => {
    const model = modelOf((_request, turn) => reply("Now.", [{ name: `tool-${turn}` }]));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "repeated-calls", steps: 3 });
    expect(result.problem).toContain("does not have");
  });

  it("cannot reach it by another name or letter case", async () => {
    const model = modelOf((_request, turn) =>
      turn === 1 ? reply("", [{ name: "BREAK", input: { what: "it" } }]) : reply("ok"),
    );
    await runAgent({ runtime, model, prompt: "Go.", tools: (tool) => tool.name === "echo" });
    expect(lastTexts(model.requests[1] ?? { messages: [] })[0]).toContain(`no tool named "BREAK"`);
  });
});

describe("a model whose calls have no proper form", () => {
  it("gets one result for each, under the id it gave, or with a number where it gave that twice", async () => {
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

  it("can have one of two calls with the same id approved", async () => {
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

  it("survives inputs that are no JSON", async () => {
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

  it("has the calls of a turn beyond the limit refused", async () => {
    const many = Array.from({ length: 150 }, (_value, index) => call(`${index}`, `${index}`));
    const model = modelOf((_request, turn) => (turn === 1 ? reply("", many) : reply("ok")));
    await runAgent({ runtime, model, prompt: "Go." });
    const texts = lastTexts(model.requests[1] ?? { messages: [] });
    expect(texts).toHaveLength(150);
    expect(texts[127]).toBe("127");
    expect(texts[128]).toContain("Only 128 calls");
  });
});

describe("a model that changes what it is given", () => {
  it("changes nothing of the conversation", async () => {
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

describe("a model that calls without end", () => {
  it.each<[string, unknown, RegExp]>([
    ["more calls than anybody could answer", Array.from({ length: 10_001 }, () => call("x")), /10001 calls/],
    ["a list of four thousand million", new Array(2 ** 32 - 1), /4294967295 calls/],
    ["calls of many characters", [call("x".repeat(10_000_001))], /calls of 100000\d\d characters/],
    ["a name of many characters", [{ name: "x".repeat(10_000_001) }], /calls of 100000\d\d characters/],
  ])("ends with model-failed for %s", async (_what, toolCalls, problem) => {
    const model = modelOf(() => ({ text: "", toolCalls }));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "model-failed", steps: 1 });
    expect(result.problem).toMatch(problem);
  });

  it("gets an answer to each of ten thousand under one id", async () => {
    const many = Array.from({ length: 10_000 }, (_value, index) => call(`${index}`, "same"));
    const model = modelOf((_request, turn) => (turn === 1 ? reply("", many) : reply("ok")));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    const [, , tool] = result.messages;
    const ids = tool?.role === "tool" ? tool.results.map(({ callId }) => callId) : [];
    expect(new Set(ids).size).toBe(10_000);
  });

  it("leaves no hole for a call that is not there", async () => {
    const sparse = [call("a", "1")];
    sparse[2] = call("b", "3");
    const model = modelOf((_request, turn) => (turn === 1 ? { toolCalls: sparse } : reply("ok")));
    await runAgent({ runtime, model, prompt: "Go." });
    expect(lastTexts(model.requests[1] ?? { messages: [] })).toHaveLength(3);
  });
});

describe("a model that writes without end", () => {
  it("keeps the start of a huge text", async () => {
    const model = modelOf(() => reply("é".repeat(3_000_000), [], { raw: "all of it" }));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result.ended).toBe("done");
    expect(result.text.length).toBeLessThan(1_001_000);
    expect(result.text).toContain("2000000 more characters");
    expect(result.messages.at(-1)).not.toHaveProperty("raw");
  });

  it("has an answer that was cut at its limit told from a whole one", async () => {
    const model = modelOf(() => reply("And then", [], { cutShort: true }));
    const result = await runAgent({ runtime, model, prompt: "Go." });
    expect(result).toMatchObject({ ended: "max-tokens", text: "And then" });
    expect(result.problem).toContain("was cut");
  });

  it("has no call of a reply carried out that was cut", async () => {
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
        turn === 1 ? reply("", [call("half a te")], { cutShort: true }) : reply("ok"),
    );
    const result = await runAgent({ runtime: own, model, prompt: "Go." });
    expect(result.ended).toBe("done");
    expect(ran).toBe(0);
    expect(lastTexts(model.requests[1] ?? { messages: [] })[0]).toContain("cut off at its limit");
  });
});
