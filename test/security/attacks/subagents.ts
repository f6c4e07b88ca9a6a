import { existsSync } from "node:fs";
import { expect } from "vitest";
import {
  type AnyTool,
  defineTool,
  jsonSchema,
  type SubagentRequest,
  type ToolResult,
} from "../../../src/index.js";
import { scriptedModel, type TurnMaker } from "../../../src/testing/index.js";
import { endSurvivors, sleepMark, survivors } from "../../backends/local/shell/survivors.js";
import { type Attack, textOf } from "../attack.js";
import type { World } from "../world.js";
import { type WorldRuntimeOptions, worldRuntime } from "../world-runtime.js";

/** Milliseconds within which a whole family has to end. */
const FAMILY_END_MS = 2_500;

/** Starts subagents as its input says, as tools do; gives their report. */
const startTool: AnyTool = defineTool({
  name: "start",
  description: "Starts a subagent.",
  kind: "think",
  requires: ["model"],
  inputSchema: jsonSchema({ type: "object", properties: {}, additionalProperties: true }),
  executionProfile: { resourceKeys: () => [] },
  execute: async (input, context) => {
    const request = { kind: "general", prompt: "Do it.", ...(input as object) } as SubagentRequest;
    const { rollBack: _notJson, ...report } = await context.subagents.run(request);
    return JSON.stringify(report);
  },
}) as AnyTool;

/** A runtime whose subagents say what a function says. */
function familyRuntime(world: World, turn: TurnMaker, options: WorldRuntimeOptions = {}) {
  const model = scriptedModel(turn);
  const runtime = worldRuntime(world, { ...options, model });
  runtime.registry.register(startTool);
  const start = (input: object = {}, execute: Parameters<typeof runtime.execute>[1] = {}) =>
    runtime.execute({ id: "start", name: "start", input }, execute);
  return { runtime, model, start };
}

/** Makes its calls once, and then says what came of them. */
const once =
  (...calls: readonly { readonly name: string; readonly input: object }[]): TurnMaker =>
  (results) =>
    results.length === 0 ? { calls } : { says: results.map(textOf).join("\n") || "Nothing." };

const statusOf = ({ status }: ToolResult) => status;

/** Ways in which subagents get more than they should, or go on when they should not. */
export const subagentAttacks: readonly Attack[] = [
  {
    id: "M012",
    hazard: "a subagent may do what its parent may not",
    setup: (world) => world.file("$WS/a.txt", "what the file holds\n"),
    stage: async (world) => {
      const touch = { name: "Bash", input: { cmd: `touch ${world.path("$WS/by-child")}` } };
      const read = { name: "Read", input: { path: world.path("$WS/a.txt") } };
      const { runtime, start } = familyRuntime(world, once(touch, read), { permissions: "allow-all" });
      await using _ends = runtime;
      const parent = runtime.session({ rules: [{ tool: "Bash", verdict: "deny" }] });
      const rules = [{ tool: "Bash", verdict: "allow" }];
      const result = await start({ tools: ["Bash", "Read"], rules }, { session: parent });
      expect(statusOf(result)).toBe("done");
      expect(existsSync(world.path("$WS/by-child"))).toBe(false);
      // What its parent may, it may: nothing else stood in the way.
      expect(textOf(result)).toContain("what the file holds");
      const free = await start({ tools: ["Bash", "Read"] });
      expect(statusOf(free)).toBe("done");
      expect(existsSync(world.path("$WS/by-child"))).toBe(true);
    },
  },
  {
    id: "M012b",
    hazard: "a subagent in another folder gets round a rule about paths of its parent",
    setup: (world) => {
      world.file("$WS/private/plan.txt", "the plan\n");
      world.file("$WS/work/a.txt", "open\n");
    },
    stage: async (world) => {
      const plan = { name: "Read", input: { path: "../private/plan.txt" } };
      const { runtime, start } = familyRuntime(
        world,
        once(plan, { name: "Read", input: { path: "a.txt" } }),
        {
          rules: [{ path: "private/**", verdict: "deny" }],
        },
      );
      await using _ends = runtime;
      const text = textOf(await start({ cwd: world.path("$WS/work") }));
      expect(text).toContain("open");
      expect(text).not.toContain("the plan");
    },
  },
  {
    id: "M013",
    hazard: "what was allowed to a subagent for good is allowed to its parent and siblings",
    stage: async (world) => {
      const write = {
        name: "create_file",
        input: { path: world.path("$WS/new.txt"), content: "x\n" },
      };
      const asked: string[] = [];
      const { runtime, start } = familyRuntime(world, once(write), {
        permissions: "default",
        onApproval: ({ toolName, sessionId }) => {
          if (toolName === "create_file") asked.push(sessionId);
          return { approved: true, remember: "session" };
        },
      });
      await using _ends = runtime;
      const family = { session: runtime.session({ id: "parent" }) };
      await start({}, family);
      const own = { id: "2", ...write };
      await runtime.execute(own, family);
      await start({}, family);
      expect(asked).toHaveLength(2);
      expect(asked[0]).not.toBe("parent");
      // What the parent was allowed holds for who works for it.
      expect(asked[1]).toBe("parent");
    },
  },
  {
    id: "M014",
    hazard: "subagents start subagents without end",
    stage: async (world) => {
      let started = 0;
      const { runtime, start } = familyRuntime(
        world,
        (results) => {
          if (results.length > 0 || started > 20) return { says: "up" };
          started += 1;
          return { calls: [{ name: "start", input: {} }] };
        },
        { permissions: "allow-all", subagents: { maxPerSession: 4 } },
      );
      await using _ends = runtime;
      expect(statusOf(await start())).toBe("done");
      // One, and one within it, which finds that it has no such tool.
      expect(started).toBe(2);
      const results = [];
      for (let count = 0; count < 4; count += 1) results.push(await start());
      expect(results.map((result) => result.error?.errorCode ?? result.status)).toEqual([
        "done",
        "subagent-limit",
        "subagent-limit",
        "subagent-limit",
      ]);
    },
  },
  familyEnd("M016"),
  {
    id: "M017",
    hazard: "a subagent throws, or answers when its parent has finished",
    stage: async (world) => {
      const unhandled: unknown[] = [];
      const note = (reason: unknown) => unhandled.push(reason);
      process.on("unhandledRejection", note);
      try {
        const throwing = familyRuntime(world, () => {
          throw new Error("no credit left");
        });
        expect(textOf(await throwing.start())).toContain("model-failed");
        await throwing.runtime[Symbol.asyncDispose]();

        let answer: (error: Error) => void = () => {};
        const asked: AbortSignal[] = [];
        const generate = ({ signal }: { readonly signal: AbortSignal }) => {
          asked.push(signal);
          return new Promise<never>((_resolve, reject) => {
            answer = reject;
          });
        };
        await using runtime = worldRuntime(world, { model: { generate } });
        runtime.registry.register(startTool);
        const running = runtime.execute({ id: "1", name: "start", input: {} });
        await expect.poll(() => asked.length, { interval: 5 }).toBe(1);
        runtime.cancel("1");
        const result = await running;
        expect(statusOf(result)).toBe("cancelled");
        // It ended normally, and was not interrupted while it waited for its model.
        expect(result.metadata?.abandoned).toBeUndefined();
        answer(new Error("late"));
        await new Promise((resolve) => setImmediate(resolve));
        expect(asked).toHaveLength(1);
        expect(unhandled).toEqual([]);
      } finally {
        process.off("unhandledRejection", note);
      }
    },
  },
];

function familyEnd(id: "M016"): Attack {
  const mark = sleepMark();
  return {
    id,
    needs: ["linux"],
    hazard: "subagents and their processes go on when their parent is cancelled",
    setup: (world) =>
      world.onEnd(() => {
        endSurvivors(mark);
      }),
    stage: async (world) => {
      const isInner = (prompt: string) => prompt.includes("inner");
      const { runtime, model, start } = familyRuntime(
        world,
        (results, { messages }) => {
          if (results.length > 0) return { says: "It goes on." };
          return isInner(JSON.stringify(messages[0]))
            ? { calls: [{ name: "Bash", input: { cmd: `touch up; sleep ${mark}` } }] }
            : { calls: [{ name: "start", input: { prompt: "The inner one." } }] };
        },
        { permissions: "allow-all" },
      );
      await using _ends = runtime;
      const controller = new AbortController();
      const running = start({ prompt: "The outer one." }, { signal: controller.signal });
      await expect.poll(() => world.has("$WS/up"), { interval: 5 }).toBe(true);
      const asked = model.requests.length;
      const abortedAt = performance.now();
      controller.abort();
      expect(statusOf(await running)).toBe("cancelled");
      await expect.poll(() => survivors(mark), { timeout: FAMILY_END_MS }).toEqual([]);
      expect(performance.now() - abortedAt).toBeLessThan(FAMILY_END_MS);
      await new Promise((resolve) => setImmediate(resolve));
      expect(model.requests).toHaveLength(asked);
    },
  };
}
