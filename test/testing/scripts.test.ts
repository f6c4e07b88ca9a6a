import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type ApprovalRequest, createToolRuntime, defineTool, runAgent } from "../../src/core.js";
import {
  type ApprovalStep,
  fakeClock,
  recordEvents,
  scriptedApprovals,
  scriptedModel,
} from "../../src/testing/index.js";

const echo = defineTool({
  name: "echo",
  description: "Says it again.",
  kind: "think",
  inputSchema: z.object({ text: z.string() }),
  executionProfile: { resourceKeys: () => [] },
  execute: ({ text }, context) => {
    context.progress({ message: "thinking" });
    return text;
  },
});

const options = { signal: new AbortController().signal };
const question = (toolName: string) => ({ callId: "c1", toolName }) as ApprovalRequest;

describe("scriptedApprovals", () => {
  it("answers in order, in every form", async () => {
    const steps: ApprovalStep[] = [
      true,
      { approved: false, reason: "No." },
      { tool: "Bash", answer: { approved: true, remember: "session" } },
      ({ toolName }) => toolName === "Read",
    ];
    const approvals = scriptedApprovals(steps);
    expect(await approvals(question("Bash"), options)).toBe(true);
    expect(await approvals(question("Bash"), options)).toEqual({ approved: false, reason: "No." });
    expect(() => approvals.assertComplete()).toThrow("has 4 approvals, but the calls used only 2");
    expect(await approvals(question("Bash"), options)).toEqual({ approved: true, remember: "session" });
    expect(await approvals(question("Read"), options)).toBe(true);
    approvals.assertComplete();
    expect(approvals.requests).toHaveLength(4);
  });

  it("fails a question after the last step and reports it again at the end", async () => {
    const approvals = scriptedApprovals([]);
    await expect(approvals(question("Bash"), options)).rejects.toThrow("question 1 (Bash, call c1)");
    expect(() => approvals.assertComplete()).toThrow(
      "The script has 0 approvals, but there was also question 1",
    );
  });

  it("fails a question about a tool other than the one in its step", async () => {
    const approvals = scriptedApprovals([{ tool: "Read", answer: true }]);
    await expect(approvals(question("Bash"), options)).rejects.toThrow(
      "The next answer of the script is for Read",
    );
    expect(() => approvals.assertComplete()).toThrow("The next answer of the script is for Read");
  });

  it("ends the call with approval-failed in a runtime", async () => {
    const approvals = scriptedApprovals([]);
    const runtime = createToolRuntime({
      tools: [echo],
      permissions: [{ verdict: "ask" }],
      onApproval: approvals,
    });
    const result = await runtime.execute({ id: "1", name: "echo", input: { text: "a" } });
    expect(result.error?.errorCode).toBe("approval-failed");
  });
});

describe("scriptedModel", () => {
  const runtime = createToolRuntime({ tools: [echo] });

  it("runs the loop: makes its calls, sees their results, returns its last text", async () => {
    const model = scriptedModel([
      {
        calls: [
          { name: "echo", input: { text: "hello" } },
          { id: "mine", name: "echo", input: { text: "world" } },
        ],
      },
      { sees: ["hello", /^wor/], says: "Done." },
    ]);
    const { text, results } = await model.run(runtime);
    expect(text).toBe("Done.");
    expect(results.map(({ callId, status }) => [callId, status])).toEqual([
      ["call-1", "done"],
      ["mine", "done"],
    ]);
    model.assertComplete();
  });

  it("creates a turn from the previous results", () => {
    const model = scriptedModel([(results) => ({ says: `${results.length} results` })]);
    expect(model.reply([])).toEqual({ text: "0 results", calls: [] });
  });

  it("fails if results are not as the script expects, and shows them", async () => {
    const model = scriptedModel([{ calls: [{ name: "echo", input: { text: "bye" } }] }, { sees: ["hello"] }]);
    await expect(model.run(runtime)).rejects.toThrow(
      'Turn 2 of the script expects "hello" in the results, but they are:\nbye',
    );
  });

  it("fails on a request after the last turn", async () => {
    const model = scriptedModel([{ calls: [{ name: "echo", input: { text: "a" } }] }]);
    await expect(model.run(runtime)).rejects.toThrow("The script has 1 turns, but there was another request");
  });

  it("works as the model of an agent loop and stores its requests", async () => {
    const usage = { inputTokens: 3, outputTokens: 2 };
    const model = scriptedModel([
      { calls: [{ name: "echo", input: { text: "hello" } }], usage },
      (results, request) => ({ says: `${results.length} of ${request.messages.length}` }),
    ]);
    const result = await runAgent({ runtime, model, system: "Be kind.", prompt: "Go." });
    expect(result).toMatchObject({ ended: "done", text: "1 of 3" });
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3]);
    expect(model.requests[0]).toMatchObject({ system: "Be kind.", tools: [{ name: "echo" }] });
    model.assertComplete();
    expect(await runAgent({ runtime, model, prompt: "More." })).toMatchObject({
      ended: "model-failed",
      problem: expect.stringContaining("there was another request"),
    });
  });

  it("accepts one function for all turns", async () => {
    const model = scriptedModel((results) =>
      results.length > 0 ? { says: "seen" } : { calls: [{ name: "echo", input: { text: "a" } }] },
    );
    for (const prompt of ["One.", "Two."]) {
      expect(await runAgent({ runtime, model, prompt })).toMatchObject({ ended: "done", text: "seen" });
    }
    model.assertComplete();
  });

  it("fails if steps are left", () => {
    const model = scriptedModel([{ says: "a" }, { says: "b" }]);
    model.reply();
    expect(() => model.assertComplete()).toThrow("has 2 turns, but the loop took only 1");
  });
});

describe("recordEvents", () => {
  it("stores the events of a runtime by type and by call", async () => {
    const events = recordEvents();
    const runtime = createToolRuntime({ tools: [echo], onEvent: events });
    const first = events.next("tool-result");
    await runtime.executeBatch([
      { id: "a", name: "echo", input: { text: "1" } },
      { id: "b", name: "echo", input: { text: "2" } },
    ]);
    expect((await first).callId).toBe("a");
    expect((await events.next("tool-progress")).update.message).toBe("thinking");
    expect(events.types("b")).toEqual(["tool-call-start", "tool-progress", "tool-result"]);
    expect(events.of("tool-result").map(({ result }) => result.status)).toEqual(["done", "done"]);
    expect(events.ofCall("a")).toHaveLength(3);
    expect(events.all).toHaveLength(6);
    events.clear();
    expect(events.types()).toEqual([]);
  });
});

describe("fakeClock", () => {
  it("fires timers in order of their time, even those set while it advances", async () => {
    const clock = fakeClock(1_000);
    const fired: [string, number][] = [];
    const note = (name: string) => () => fired.push([name, clock.now()]);
    clock.setTimeout(note("late"), 30);
    clock.setTimeout(() => {
      note("early")();
      clock.setTimeout(note("chained"), 5);
    }, 10);
    const cleared = clock.setTimeout(note("cleared"), 20);
    clock.clearTimeout(cleared);
    expect(clock.pending).toBe(2);
    await clock.advance(20);
    expect(fired).toEqual([
      ["early", 1_010],
      ["chained", 1_015],
    ]);
    await clock.advance(100);
    expect(fired.at(-1)).toEqual(["late", 1_030]);
    expect(clock.now()).toBe(1_120);
    expect(clock.pending).toBe(0);
  });

  it("advances although the test runner replaced the timers of the machine", async () => {
    vi.useFakeTimers();
    try {
      const clock = fakeClock();
      let fired = false;
      clock.setTimeout(() => {
        fired = true;
      }, 1);
      await clock.advance(1);
      expect(fired).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
