import { describe, expect, it } from "vitest";
import {
  type CallWatcher,
  createToolRuntime,
  type ObservedCall,
  type ObservedRun,
  type Plugin,
  type RunObserver,
} from "../../../src/core.js";
import { echoTool } from "../fixtures.js";

const observing =
  (observer: RunObserver): Plugin =>
  ({ observe }) =>
    observe(observer);

describe("an observer", () => {
  it("reports runs and calls to an observer in order, and wraps their steps", async () => {
    const told: unknown[] = [];
    const watcher = (call: ObservedCall): CallWatcher => ({
      onStart: ({ input }) => told.push(["start", call.id, input]),
      around(work) {
        told.push(["enter", call.id]);
        work();
        told.push(["leave", call.id]);
      },
      onEnd: ({ status }) => told.push(["end", call.id, status]),
    });
    await using runtime = createToolRuntime({
      tools: [echoTool],
      plugins: [
        observing({
          onRun(run: ObservedRun) {
            told.push(["run", run.callCount, run.session.id, run.within, run.traceContext]);
            return {
              onCall(call) {
                told.push(["call", call.id, call.tool?.name, call.input, call.decision?.verdict]);
                return watcher(call);
              },
              onEnd: () => told.push(["run over"]),
            };
          },
        }),
      ],
    });
    const session = runtime.session({ id: "s" });
    await runtime.executeBatch(
      [
        { id: "1", name: "echo", input: { text: "a" } },
        { id: "2", name: "nothing", input: 7 },
      ],
      { session },
    );
    expect([told.at(0), told.at(-1)]).toEqual([["run", 2, "s", undefined, undefined], ["run over"]]);
    // The runtime may yield to the event loop between the calls, so their steps may alternate.
    const steps = told.slice(1, -1) as readonly (readonly unknown[])[];
    expect(steps.filter(([, id]) => id === "1")).toEqual([
      ["call", "1", "echo", { text: "a", times: 1 }, "allow"],
      ["start", "1", { text: "a", times: 1 }],
      ["enter", "1"],
      ["leave", "1"],
      ["end", "1", "done"],
    ]);
    expect(steps.filter(([, id]) => id !== "1")).toEqual([
      ["call", "2", undefined, 7, undefined],
      ["end", "2", "error"],
    ]);
  });

  it.each([
    [
      "throws before it lets the work begin",
      () => {
        throw new Error("no");
      },
    ],
    ["forgets the work", () => undefined],
    [
      "begins it twice",
      (work: () => void) => {
        work();
        work();
      },
    ],
    [
      "throws after the work began",
      (work: () => void) => {
        work();
        throw new Error("no");
      },
    ],
  ])("runs a call once although an observer %s", async (_what, around) => {
    let runs = 0;
    const fail = () => {
      throw new Error("no");
    };
    const broken: CallWatcher = {
      around,
      onStart: fail,
      onEnd: fail,
      onWait: fail,
      onQuestion: fail,
      onAnswer: fail,
    };
    await using runtime = createToolRuntime({
      tools: [echoTool],
      permissions: { rules: [{ tool: "echo", verdict: "ask" }] },
      onApproval: () => true,
      middleware: [
        async (_call, next) => {
          runs++;
          return next();
        },
      ],
      plugins: [
        observing({ onRun: fail }),
        observing({ onRun: () => ({ onCall: fail, onEnd: fail }) }),
        observing({ onRun: () => ({ onCall: () => broken, onEnd: fail }) }),
      ],
    });
    const result = await runtime.execute({ id: "1", name: "echo", input: { text: "hello" } });
    expect(result).toMatchObject({ status: "done", result: "hello" });
    expect(runs).toBe(1);
  });

  it("reports a plugin whose observer is invalid", async () => {
    await using runtime = createToolRuntime({
      plugins: [({ observe }) => observe({} as never)],
    });
    expect(runtime.plugins).toMatchObject([
      { status: "failed", reason: expect.stringContaining("observe() expects") },
    ]);
  });

  it("removes the observer of a plugin that fails", async () => {
    const told: string[] = [];
    const plugin: Plugin = ({ observe }) => {
      observe({ onRun: ({ name }) => void told.push(name) });
      throw new Error("no");
    };
    await using runtime = createToolRuntime({ tools: [echoTool], plugins: [plugin] });
    await runtime.execute({ id: "1", name: "echo", input: { text: "a" } });
    expect(told).toEqual([]);
  });

  it("provides the runtime's redact function to the plugin of an observer", async () => {
    const seen: string[] = [];
    const plugin: Plugin = ({ redact }) => void seen.push(redact("a secret"));
    await using _redacting = createToolRuntime({
      plugins: [plugin],
      redact: (text) => text.replace("secret", "[gone]"),
    });
    await using _plain = createToolRuntime({ plugins: [plugin] });
    expect(seen).toEqual(["a [gone]", "a secret"]);
  });
});
