import { describe, expect, it } from "vitest";
import { ToolError } from "../../../src/contract/index.js";
import { MAX_SPAWNED_TASKS, MAX_SUBAGENTS_AT_ONCE, spawnOperation } from "../../../src/tools/agents/spawn.js";
import { deferred } from "../../runtime/fixtures.js";
import { createWorkbench } from "../workbench.js";
import { fakeSubagents } from "./fake-subagents.js";

/** Resolves once no further subagent is going to start. */
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe("spawn", () => {
  it("returns the answers in the order of the tasks; a failing task does not affect the others", async () => {
    const subagents = fakeSubagents(({ prompt }) => {
      if (prompt === "two") return { ended: "model-failed", problem: "No luck." };
      if (prompt === "three") return new ToolError("Enough.", { code: "subagent-limit" });
      return `did ${prompt}`;
    });
    const bench = await createWorkbench({ services: { subagents } });
    const tasks = ["one", "two", "three", "four"].map((prompt) => ({ prompt, kind: "explore" }));
    const answers = await bench.run(spawnOperation, {
      tasks: [...tasks, { prompt: "five", kind: "nobody" }],
    });
    expect(answers.map(({ status }) => status)).toEqual(["done", "error", "error", "done", "error"]);
    expect(answers[0]).toMatchObject({ description: "task 1", answer: { text: "did one" } });
    expect(answers[1]).toMatchObject({ errorCode: "subagent-failed" });
    expect(answers[2]).toMatchObject({ errorCode: "subagent-limit", message: "Enough." });
    expect(answers[4]).toMatchObject({ errorCode: "unknown-subagent" });
    expect(bench.progress.at(-1)).toMatchObject({ completed: 5, total: 5 });
    expect(bench.notes.subagents).toHaveLength(3);
  });

  it.each([
    ["tasks that only read", (_: number) => ({ kind: "explore" }), 4],
    ["tasks that change different places", (index: number) => ({ paths: [`src/${index}`] }), 4],
    ["tasks that change the same place", () => ({ paths: ["./src/"] }), 1],
    [
      "tasks of which one is inside of the other",
      (index: number) => ({ paths: ["a/b/c/d".slice(0, 1 + 2 * index)] }),
      1,
    ],
    ["tasks that may change anything", () => ({}), 1],
  ])("runs %s in parallel as far as they do not conflict", async (_what, more, atOnce) => {
    const together = deferred();
    let started = 0;
    const subagents = fakeSubagents(async () => {
      started += 1;
      if (started === atOnce) together.resolve();
      await together.promise;
      await settled();
      return "ok";
    });
    const bench = await createWorkbench({ services: { subagents } });
    const tasks = [0, 1, 2, 3].map((index) => ({ prompt: `${index}`, ...more(index) }));
    const answers = await bench.run(spawnOperation, { tasks });
    expect(answers.every(({ status }) => status === "done")).toBe(true);
    expect(subagents.mostAtOnce()).toBe(atOnce);
  });

  it(`runs at most ${MAX_SUBAGENTS_AT_ONCE} subagents concurrently`, async () => {
    let started = 0;
    const isFull = deferred();
    const subagents = fakeSubagents(async () => {
      started += 1;
      if (started === MAX_SUBAGENTS_AT_ONCE) isFull.resolve();
      await isFull.promise;
      await settled();
      return "ok";
    });
    const bench = await createWorkbench({ services: { subagents } });
    const tasks = Array.from({ length: 20 }, () => ({ prompt: "x", kind: "explore" }));
    await bench.run(spawnOperation, { tasks });
    expect(subagents.mostAtOnce()).toBe(MAX_SUBAGENTS_AT_ONCE);
  });

  it("starts nothing after it is cancelled", async () => {
    const subagents = fakeSubagents(() => {
      bench.controller.abort();
      return "ok";
    });
    const bench = await createWorkbench({ services: { subagents } });
    const error = await bench.failure(spawnOperation, { tasks: [{ prompt: "a" }, { prompt: "b" }] });
    expect(error.code).toBe("cancelled");
    expect(subagents.requests).toHaveLength(1);
  });

  it.each([0, MAX_SPAWNED_TASKS + 1])("refuses %i tasks", async (count) => {
    const bench = await createWorkbench({ services: { subagents: fakeSubagents(() => "ok") } });
    const tasks = Array.from({ length: count }, () => ({ prompt: "x" }));
    expect(await bench.failure(spawnOperation, { tasks })).toMatchObject({ code: "invalid-input" });
  });
});
