import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { todoread, todowrite } from "./opencode-tools.js";

const TODOS = [
  { content: "Read the code", status: "completed", priority: "high", id: "1" },
  { content: "Write the test", status: "in_progress", priority: "medium" },
];

describe("todowrite and todoread of the opencode toolset", () => {
  it("answer the list as JSON, and how many tasks are open", async () => {
    const bench = await createWorkbench();
    const written = await bench.call(todowrite, { todos: TODOS });
    const read = await bench.call(todoread, {});
    // Every task has a name: one that was given, or the next number.
    const todos = [TODOS[0], { ...TODOS[1], id: "2" }];
    expect(written.text).toBe(JSON.stringify(todos, null, 2));
    expect(written.result).toEqual({ title: "1 todos", metadata: { todos }, output: written.text });
    expect(read).toEqual(written);
  });

  it("take a task without a priority as one of medium priority", async () => {
    const bench = await createWorkbench();
    await bench.call(todowrite, { todos: [{ content: "a", status: "pending" }] });
    expect((await bench.call(todoread, {})).result).toMatchObject({
      metadata: { todos: [{ content: "a", status: "pending", priority: "medium" }] },
    });
  });

  it("answer an empty list before anything was written", async () => {
    const bench = await createWorkbench();
    expect((await bench.call(todoread, {})).text).toBe("[]");
  });
});
