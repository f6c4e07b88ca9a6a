import { beforeEach, describe, expect, it } from "vitest";
import {
  type AgentEvent,
  createToolRuntime,
  defineTool,
  jsonSchema,
  type ModelReply,
  runAgent,
} from "../../src/core.js";
import {
  advanceUntilEnd,
  call,
  deferred,
  lastTexts,
  manualClock,
  modelOf,
  reply,
  settle,
  tools,
} from "./fixtures.js";

let runtime = createToolRuntime({ tools });
beforeEach(() => {
  runtime = createToolRuntime({ tools });
});
const busy = (turn: number) => reply(`Turn ${turn}.`, [call(`${turn}`)]);

describe("the budget of turns", () => {
  it("ends the loop after the last turn, whose calls get results but are not carried out", async () => {
    const model = modelOf((_request, turn) => busy(turn));
    const result = await runAgent({ runtime, model, prompt: "Go.", maxSteps: 3 });
    expect(result).toMatchObject({ ended: "max-steps", steps: 3, text: "Turn 3." });
    expect(result.problem).toContain("all of its 3 turns");
    expect(model.requests).toHaveLength(3);
    const last = result.messages.at(-1);
    expect(last).toMatchObject({ role: "tool", results: [{ status: "error", callId: "1" }] });
  });

  it("tells the model that a turn is its last one, so that it can answer", async () => {
    const model = modelOf((request, turn) => {
      const last = request.messages.at(-1);
      const told = last?.role === "user" && String(last.content).includes("last turn");
      return told ? reply(`Answer in turn ${turn}.`) : busy(turn);
    });
    const result = await runAgent({ runtime, model, prompt: "Go.", maxSteps: 4 });
    expect(result).toMatchObject({ ended: "done", text: "Answer in turn 4." });
  });

  it("allows a budget of one turn", async () => {
    const model = modelOf((_request, turn) => busy(turn));
    const result = await runAgent({ runtime, model, prompt: "Go.", maxSteps: 1 });
    expect(result).toMatchObject({ ended: "max-steps", steps: 1 });
  });
});

describe("the budget of tokens", () => {
  it("counts the tokens that the provider reports", async () => {
    const usage = { inputTokens: 400, outputTokens: 100 };
    const model = modelOf((_request, turn): ModelReply => ({ ...busy(turn), usage }));
    const result = await runAgent({ runtime, model, prompt: "Go.", maxTokens: 1_200 });
    expect(result.ended).toBe("max-tokens");
    expect(result.steps).toBe(2);
    expect(result.problem).toContain("1000 of its 1200 tokens");
  });

  it("estimates tokens when the provider reports none", async () => {
    const model = modelOf((_request, turn) =>
      reply("", [call(`${turn}`)], { usage: { inputTokens: 0, outputTokens: 0 } }),
    );
    const result = await runAgent({ runtime, model, prompt: "Go.", maxTokens: 2_000 });
    expect(result).toMatchObject({ ended: "max-tokens", usageEstimated: true });
  });

  it("starts no turn that would exceed the token budget", async () => {
    const model = modelOf(() => reply("never"));
    const result = await runAgent({ runtime, model, prompt: "x".repeat(10_000), maxTokens: 1_000 });
    expect(result).toMatchObject({ ended: "max-tokens", steps: 0 });
    expect(model.requests).toHaveLength(0);
  });
});

describe("the budget of time", () => {
  it("ends a loop whose model hangs, and ignores its late reply", async () => {
    const clock = manualClock();
    const answer = deferred<ModelReply>();
    const model = modelOf(() => answer.promise);
    const running = runAgent({ runtime, model, prompt: "Go.", timeoutMs: 5_000, clock });
    const result = await advanceUntilEnd(clock, running);
    expect(result).toMatchObject({
      ended: "timeout",
      problem: expect.stringMatching(
        /^It timed out after 5 seconds, before it had finished\. Reduce the task/,
      ),
    });
    expect(model.requests[0]?.signal.aborted).toBe(true);
    answer.resolve(reply("late"));
    await settle();
    expect(result.text).toBe("");
    expect(clock.pending()).toBe(0);
  });

  it("ends the running calls when the time budget is used up", async () => {
    const clock = manualClock();
    const stopped = deferred<string>();
    const wait = defineTool({
      name: "wait",
      description: "Waits.",
      kind: "think",
      inputSchema: jsonSchema({ type: "object", properties: {} }),
      execute: (_input, context) =>
        new Promise<string>((resolve) => {
          context.signal.addEventListener("abort", () => {
            stopped.resolve("stopped");
            resolve("stopped");
          });
        }),
    });
    const own = createToolRuntime({ tools: [wait] });
    const model = modelOf(() => reply("Waiting.", [{ name: "wait" }]));
    const running = runAgent({ runtime: own, model, prompt: "Go.", timeoutMs: 1_000, clock });
    await settle();
    const result = await advanceUntilEnd(clock, running);
    await expect(stopped.promise).resolves.toBe("stopped");
    expect(result).toMatchObject({ ended: "timeout", text: "Waiting." });
    expect(result.messages.at(-1)).toMatchObject({ role: "tool", results: [{ status: "cancelled" }] });
  });

  it("limits the time of each reply", async () => {
    const clock = manualClock();
    const failing = deferred<ModelReply>();
    const running = runAgent({
      runtime,
      model: modelOf(() => failing.promise),
      prompt: "Go.",
      replyTimeoutMs: 2_000,
      clock,
    });
    expect(await advanceUntilEnd(clock, running)).toMatchObject({
      ended: "model-failed",
      problem: expect.stringMatching(/^The model did not answer within 2 seconds\. Try again/),
    });
    // The loop has ended: this rejection must not become an unhandled one.
    failing.reject(new Error("late"));
    await settle();
  });
});

describe("an abort", () => {
  it("ends the loop at once on an abort although the model ignores its signal", async () => {
    const controller = new AbortController();
    const answer = deferred<ModelReply>();
    const asked = deferred();
    const running = runAgent({
      runtime,
      model: modelOf(() => {
        asked.resolve();
        return answer.promise;
      }),
      prompt: "Go.",
      signal: controller.signal,
    });
    await asked.promise;
    controller.abort();
    const result = await running;
    expect(result).toMatchObject({ ended: "cancelled", steps: 1 });
    answer.reject(new Error("late"));
    await settle();
  });

  it("asks the model nothing when the signal was aborted before the start", async () => {
    const model = modelOf(() => reply("never"));
    const result = await runAgent({ runtime, model, prompt: "Go.", signal: AbortSignal.abort() });
    expect(result).toMatchObject({ ended: "cancelled", steps: 0 });
    expect(model.requests).toHaveLength(0);
  });

  it("ends an agent with its session and with its runtime", async () => {
    for (const owner of ["session", "runtime"] as const) {
      const own = createToolRuntime({ tools });
      const session = own.session();
      const asked = deferred();
      const model = modelOf(() => {
        asked.resolve();
        return new Promise(() => {});
      });
      const running = runAgent({ runtime: own, model, session, prompt: "Go." });
      await asked.promise;
      await (owner === "session" ? session : own)[Symbol.asyncDispose]();
      expect(await running).toMatchObject({ ended: "cancelled" });
    }
  });
});

describe("calls that wait for an approval", () => {
  it("ends the loop with blocked calls without an approver, and can be continued", async () => {
    const model = modelOf((_request, turn) =>
      turn === 1
        ? reply("I break it.", [{ name: "break", input: { what: "the vase" } }, call("b", "2")])
        : reply("Broken."),
    );
    const blockedRun = await runAgent({ runtime, model, prompt: "Go." });
    expect(blockedRun).toMatchObject({ ended: "blocked-on-user", text: "I break it." });
    expect(blockedRun.problem).toContain("'break' with break the vase");
    expect(blockedRun.blocked).toHaveLength(1);

    const last = blockedRun.messages.at(-1);
    const results = await runtime.resume(last?.role === "tool" ? last.results : [], { "1": true });
    expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
    const messages = [...blockedRun.messages.slice(0, -1), { role: "tool" as const, results }];
    expect(await runAgent({ runtime, model, messages })).toMatchObject({ ended: "done", text: "Broken." });
    expect(lastTexts(model.requests[1] ?? { messages: [] })).toEqual(["broke the vase", "b"]);
  });
});

describe("compaction", () => {
  it("shortens the oldest results when the conversation grows, and emits an event", async () => {
    const events: AgentEvent[] = [];
    const model = modelOf((_request, turn) =>
      turn <= 12 ? reply("", [{ name: "echo", input: { text: `${turn} `, times: 2_000 } }]) : reply("done"),
    );
    const result = await runAgent({
      runtime,
      model,
      prompt: "Go.",
      compactAtTokens: 8_000,
      onEvent: (event) => events.push(event),
    });
    expect(result.ended).toBe("done");
    const compactions = events.filter((event) => event.type === "compaction");
    expect(compactions.length).toBeGreaterThan(0);
    for (const { tokensBefore, tokensAfter } of compactions) expect(tokensAfter).toBeLessThan(tokensBefore);
    const texts = result.messages.flatMap((message) =>
      message.role === "tool" ? message.results.map(({ content }) => JSON.stringify(content)) : [],
    );
    expect(texts[0]).toContain("shortened");
    expect(texts.at(-1)).not.toContain("shortened");
    // The conversation still has one result for each call.
    expect(texts).toHaveLength(12);
  });

  it("keeps unseen results whole as long as the limit allows", async () => {
    const big = (text: string, times = 1_000) => ({ name: "echo", input: { text, times } });
    const model = modelOf((_request, turn) => {
      if (turn === 1) return reply("", [big("old ", 4_000)]);
      if (turn === 2)
        return reply(
          "",
          Array.from({ length: 7 }, (_value, index) => big(`${index} new `)),
        );
      if (turn === 3)
        return reply(
          "",
          Array.from({ length: 9 }, () => big("more and more ")),
        );
      return reply("done");
    });
    await runAgent({ runtime, model, prompt: "Go.", compactAtTokens: 14_000 });
    expect(JSON.stringify(model.requests[2]?.messages.slice(0, 3))).toContain("shortened");
    expect(lastTexts(model.requests[2] ?? { messages: [] }).join()).not.toContain("shortened");
    expect(lastTexts(model.requests[3] ?? { messages: [] }).join()).toContain("shortened");
  });

  it("keeps all results when compaction is disabled", async () => {
    const model = modelOf((_request, turn) =>
      turn <= 8 ? reply("", [{ name: "echo", input: { text: `${turn} `, times: 2_000 } }]) : reply("done"),
    );
    const result = await runAgent({ runtime, model, prompt: "Go.", compactAtTokens: false });
    expect(JSON.stringify(result.messages)).not.toContain("shortened");
  });
});
