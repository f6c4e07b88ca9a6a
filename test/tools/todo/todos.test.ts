import { describe, expect, it } from "vitest";
import {
  MAX_TODO_CHARACTERS,
  MAX_TODOS,
  readTodosOperation,
  type Todo,
  writeTodosOperation,
} from "../../../src/tools/index.js";
import { createWorkbench } from "../workbench.js";

const task = (content: string, status: Todo["status"] = "pending"): Todo => ({ content, status });

/** A task as it is kept: with an id. */
const kept = (id: string, content: string, status: Todo["status"] = "pending"): Todo => ({
  content,
  status,
  id,
});

describe("the to-do list of a session", () => {
  it("starts empty, and then contains the list that was written last", async () => {
    const bench = await createWorkbench();
    expect(await bench.run(readTodosOperation, {})).toEqual([]);
    await bench.run(writeTodosOperation, { todos: [task("a"), task("b")] });
    const { todos, previous } = await bench.run(writeTodosOperation, { todos: [task("c", "completed")] });
    expect(todos).toEqual([kept("3", "c", "completed")]);
    expect(previous).toEqual([kept("1", "a"), kept("2", "b")]);
    expect(await bench.run(readTodosOperation, {})).toEqual(todos);
    await bench.run(writeTodosOperation, { todos: [] });
    expect(await bench.run(readTodosOperation, {})).toEqual([]);
  });

  it("keeps every field of a task", async () => {
    const bench = await createWorkbench();
    const whole: Todo = {
      content: "a",
      status: "in_progress",
      priority: "low",
      id: "7",
      activeForm: "Doing a",
    };
    await bench.run(writeTodosOperation, { todos: [whole] });
    expect(await bench.run(readTodosOperation, {})).toEqual([whole]);
  });

  it("belongs to one session alone", async () => {
    const bench = await createWorkbench();
    await bench.run(writeTodosOperation, { todos: [task("a")] });
    const other = { ...bench.context, session: { id: "other", cwd: bench.folder, memory: new Map() } };
    expect(await readTodosOperation.run({}, other)).toEqual([]);
  });

  it("does not change with the list that it was written from", async () => {
    const bench = await createWorkbench();
    const given = { content: "a", status: "pending" as const };
    await bench.run(writeTodosOperation, { todos: [given] });
    given.content = "changed";
    expect(await bench.run(readTodosOperation, {})).toEqual([kept("1", "a")]);
    const [read] = await bench.run(readTodosOperation, {});
    expect(() => Object.assign(read as object, { content: "changed" })).toThrow(TypeError);
  });

  it("passes the list to the host as well", async () => {
    const bench = await createWorkbench();
    await bench.run(writeTodosOperation, { todos: [task("a")] });
    expect(bench.notes).toEqual({ todos: [kept("1", "a")] });
  });

  it("warns of more tasks in progress than allowed, and of no other number", async () => {
    const bench = await createWorkbench();
    const underway = (count: number) => Array.from({ length: count }, () => task("a", "in_progress"));
    const warnings = async (count: number, maxInProgress?: number) =>
      (
        await bench.run(writeTodosOperation, {
          todos: underway(count),
          ...(maxInProgress !== undefined && { maxInProgress }),
        })
      ).warnings;
    expect(await warnings(9)).toEqual([]);
    expect(await warnings(1, 1)).toEqual([]);
    expect(await warnings(2, 1)).toEqual(["2 tasks are in_progress; there should be at most one."]);
    expect(await warnings(3, 2)).toEqual(["3 tasks are in_progress; there should be at most 2."]);
  });

  it.each([
    ["a task without words", [task("a"), task(" \n")], "todos[1].content is empty"],
    ["too many tasks", Array.from({ length: MAX_TODOS + 1 }, () => task("a")), `at most ${MAX_TODOS}`],
    [
      "a text that is too long",
      [task("a".repeat(MAX_TODO_CHARACTERS + 1))],
      `at most ${MAX_TODO_CHARACTERS}`,
    ],
    [
      "an id that is too long",
      [{ ...task("a"), id: "a".repeat(MAX_TODO_CHARACTERS + 1) }],
      `at most ${MAX_TODO_CHARACTERS}`,
    ],
  ])("refuses %s, and stays unchanged", async (_what, todos, words) => {
    const bench = await createWorkbench();
    await bench.run(writeTodosOperation, { todos: [task("kept")] });
    const refused = await bench.failure(writeTodosOperation, { todos });
    expect(refused.code).toBe("invalid-input");
    expect(refused.message).toContain(words);
    expect(await bench.run(readTodosOperation, {})).toEqual([kept("1", "kept")]);
  });
});
