import { describe, expect, it } from "vitest";
import { createToolRuntime } from "../../../../src/index.js";
import { MAX_TODOS, readTodosOperation, writeTodosOperation } from "../../../../src/tools/index.js";
import { createWorkbench } from "../../../tools/workbench.js";
import { taskList } from "../amp-tools.js";

/** A list of tasks by their titles, each with what it depends on. */
async function benchWith(tasks: Readonly<Record<string, readonly string[]>> = {}) {
  const bench = await createWorkbench();
  for (const [title, dependsOn] of Object.entries(tasks)) {
    await bench.call(taskList, { action: "create", title, dependsOn });
  }
  return bench;
}

describe("task_list of the amp toolset", () => {
  it("creates tasks with ids, and shows which can be begun", async () => {
    const bench = await benchWith();
    const first = await bench.call(taskList, { action: "create", title: "Read the code" });
    expect(first.result).toEqual({
      task: { taskID: "1", title: "Read the code", status: "open", ready: true },
      tasks: [{ taskID: "1", title: "Read the code", status: "open", ready: true }],
    });
    const second = await bench.call(taskList, {
      action: "create",
      title: "Write the test",
      description: "For the lexer",
      dependsOn: ["1"],
      parentID: "1",
    });
    expect(second.text).toBe(
      "Created 2: Write the test\n[ ] 1: Read the code (ready)\n[ ] 2: Write the test (after 1; part of 1)",
    );
    const { text } = await bench.call(taskList, { action: "get", taskID: "2" });
    expect(text).toBe("[ ] 2: Write the test (after 1; part of 1)\nFor the lexer");
  });

  it("reports the tasks that a change made ready, and its effect on others", async () => {
    const bench = await benchWith({ a: [], b: ["1"], c: ["1", "2"] });
    const begun = await bench.call(taskList, { action: "update", taskID: "1", status: "in_progress" });
    expect(begun.text).toContain("[>] 1: a\n[ ] 2: b (after 1)");
    const done = await bench.call(taskList, { action: "update", taskID: "1", status: "completed" });
    expect(done.text).toBe(
      "Updated 1: a\nReady now: 2 (b).\n[x] 1: a\n[ ] 2: b (ready)\n[ ] 3: c (after 1, 2)",
    );
    await bench.call(taskList, { action: "create", title: "part", parentID: "2" });
    const gone = await bench.call(taskList, { action: "delete", taskID: "2" });
    expect(gone.text).toContain("No longer a dependency of 3.");
    expect(gone.text).toContain("Its subtasks 4 are now top-level tasks.");
    expect(gone.text).toContain("Ready now: 3 (c).");
    expect(gone.result).toMatchObject({
      task: { taskID: "2" },
      tasks: [{ taskID: "1" }, { taskID: "3", dependsOn: ["1"] }, { taskID: "4" }],
    });
    // A number is not given twice while its task is there.
    expect((await bench.call(taskList, { action: "create", title: "d" })).result).toMatchObject({
      task: { taskID: "5" },
    });
  });

  it("lists by status, by parent, and by what is ready", async () => {
    const bench = await benchWith({ a: [], b: ["1"], c: [] });
    await bench.call(taskList, { action: "update", taskID: "3", status: "completed", parentID: "1" });
    const ids = async (filter: object) =>
      (
        (await bench.call(taskList, { action: "list", ...filter })).result as { tasks: { taskID: string }[] }
      ).tasks.map(({ taskID }) => taskID);
    expect(await ids({})).toEqual(["1", "2", "3"]);
    expect(await ids({ ready: true })).toEqual(["1"]);
    expect(await ids({ ready: false, status: "open" })).toEqual(["2"]);
    expect(await ids({ status: "completed" })).toEqual(["3"]);
    expect(await ids({ parentID: "1" })).toEqual(["3"]);
    expect(await ids({ parentID: "" })).toEqual(["1", "2"]);
    expect((await bench.call(taskList, { action: "list", status: "cancelled" })).text).toBe("No tasks.");
  });

  it("changes only what an update names", async () => {
    const bench = await benchWith({ a: [], b: ["1"] });
    await bench.call(taskList, { action: "update", taskID: "2", title: "B", description: "more" });
    await bench.call(taskList, { action: "update", taskID: "2", parentID: "1" });
    expect((await bench.call(taskList, { action: "get", taskID: "2" })).result).toMatchObject({
      task: { title: "B", description: "more", dependsOn: ["1"], parentID: "1", status: "open" },
    });
    const { result } = await bench.call(taskList, {
      action: "update",
      taskID: "2",
      parentID: "",
      dependsOn: [],
    });
    expect((result as { task: object }).task).toEqual({
      taskID: "2",
      title: "B",
      description: "more",
      status: "open",
      ready: true,
    });
  });

  it.each([
    ["a task that is not there", { action: "get", taskID: "9" }, "unknown-task", "The tasks are 1, 2, 3"],
    ["no task at all", { action: "update", status: "open" }, "unknown-task", "taskID is missing"],
    ["a link that leads nowhere", { action: "update", taskID: "1", dependsOn: ["x"] }, "unknown-task", "'x'"],
    ["a parent that is not there", { action: "create", title: "d", parentID: "x" }, "unknown-task", "'x'"],
    ["no title", { action: "create" }, "invalid-input", "title is empty"],
    ["an id with a line end", { action: "create", title: "d", taskID: "a\nb" }, "invalid-input", "'a?b'"],
    ["an id that is taken", { action: "create", title: "d", taskID: "1" }, "invalid-input", "'1'"],
    [
      "a task that waits for itself",
      { action: "update", taskID: "1", dependsOn: ["1"] },
      "invalid-input",
      "1 -> 1",
    ],
    ["a circle", { action: "update", taskID: "1", dependsOn: ["3"] }, "invalid-input", "1 -> 3 -> 2 -> 1"],
    [
      "a task that is a part of itself",
      { action: "update", taskID: "1", parentID: "1" },
      "invalid-input",
      "1 -> 1",
    ],
    ["a text that is too long", { action: "create", title: "x".repeat(2_001) }, "invalid-input", "2001"],
    [
      "a description that is too long",
      { action: "create", title: "x", description: "x".repeat(10_001) },
      "invalid-input",
      "10001",
    ],
  ])("refuses %s, and the list stays as it was", async (_what, input, code, words) => {
    const bench = await benchWith({ a: [], b: ["1"], c: ["2"] });
    const before = await bench.run(readTodosOperation, {});
    const refused = await bench.callFailure(taskList, input);
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(words);
    expect(await bench.run(readTodosOperation, {})).toEqual(before);
  });

  it("refuses more tasks than anybody keeps in view", async () => {
    const bench = await createWorkbench();
    const todos = Array.from({ length: MAX_TODOS }, (_, number) => ({
      content: `${number}`,
      status: "pending" as const,
    }));
    await bench.run(writeTodosOperation, { todos });
    expect((await bench.callFailure(taskList, { action: "create", title: "one more" })).code).toBe(
      "invalid-input",
    );
  });

  it("shares the list with the tool that replaces it", async () => {
    const bench = await createWorkbench();
    await bench.run(writeTodosOperation, { todos: [{ content: "a", status: "in_progress" }] });
    await bench.call(taskList, { action: "create", title: "b", dependsOn: ["1"] });
    expect(await bench.run(readTodosOperation, {})).toEqual([
      { id: "1", content: "a", status: "in_progress" },
      { id: "2", content: "b", status: "pending", dependsOn: ["1"] },
    ]);
    expect(bench.notes).toMatchObject({ todos: [{ id: "1" }, { id: "2" }] });
  });

  it("travels with its session", async () => {
    await using runtime = createToolRuntime({ permissions: "allow-all" });
    await runtime.invoke("task_list", { action: "create", title: "a" });
    await runtime.invoke("task_list", { action: "create", title: "b", dependsOn: ["1"] });
    const exported = JSON.parse(JSON.stringify(await runtime.exportSession()));
    await using session = await runtime.importSession(exported, { id: "there" });
    const { tasks } = await runtime.invoke("task_list", { action: "list" }, { session });
    expect(tasks.map(({ title, ready }) => [title, ready])).toEqual([
      ["a", true],
      ["b", false],
    ]);
    for (const todos of [
      7,
      [{ content: "a" }],
      [{ content: "a", status: "open" }],
      [{ content: "a", status: "pending", extra: 1 }],
    ]) {
      await expect(runtime.importSession({ ...exported, id: "x", states: { todos } })).rejects.toMatchObject({
        code: "invalid-input",
      });
    }
  });
});
